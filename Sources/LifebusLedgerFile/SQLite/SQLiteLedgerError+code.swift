internal import CSQLite

extension SQLiteLedgerError {
  /// The error that one of SQLite's codes stands for.
  init(code: Int32, text: String, path: String) {
    let what = "the ledger '\(path)'"
    switch code & 0xff {
    case SQLITE_FULL:
      self.init(.diskFull, "\(what) cannot grow (\(text)): free space on its disk; nothing of this was kept")
    case SQLITE_NOTADB:
      self.init(.notALedger, "\(what) is no database (\(text)): move the file away, or give another folder")
    case _ where code == lifebus_sqlite_page_changed: self.init(damaged: what, text: "a page has changed since it was written")
    case SQLITE_CORRUPT: self.init(damaged: what, text: text)
    case SQLITE_BUSY, SQLITE_LOCKED:
      self.init(.inUse, "\(what) is locked by another program (\(text)): close what reads or writes it")
    case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
      self.init(.unusable, "\(what) cannot be written (\(text)): mend the rights of the file and its folder")
    case SQLITE_IOERR:
      self.init(.unusable, "\(what) cannot be read or written (\(text)): look after its disk")
    default: self.init(.other, "\(what): \(text) (SQLite's code \(code))")
    }
  }

  /// A ledger that is not as it was written.
  package init(damaged what: String, text: String) {
    self.init(
      .damaged,
      "\(what) is damaged (\(text)): nothing was changed; put a copy of its folder back, or move the folder away to begin anew")
  }
}
