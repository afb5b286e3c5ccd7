package import LifebusSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension SQLiteLedgerError {
  /// What the system said, with what could not be done.
  package init(system error: SystemError, _ what: String) {
    switch error.code {
    case ENOSPC, EDQUOT: self.init(.diskFull, "\(what) (\(error)): free space on its disk")
    case ELOOP: self.init(.unusable, "\(what): it is a symbolic link; put the file itself there")
    default: self.init(.unusable, "\(what) (\(error)): mend it, or give another folder")
    }
  }
}
