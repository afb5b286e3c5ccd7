internal import LifebusShell

Verbs.main()
