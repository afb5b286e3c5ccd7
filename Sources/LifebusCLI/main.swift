internal import LifebusShell

Verbs.main(.throughHostProgram)
