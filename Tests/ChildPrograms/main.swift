// A plugin's program that does what it is told, and much that no plugin should.
Rogue().run()
