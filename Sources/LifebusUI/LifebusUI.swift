// Who writes views needs the bus's own types in the same files: one import for both.
@_exported public import Lifebus
