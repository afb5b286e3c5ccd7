/// The tables of a ledger, as `SCHEMA.md` describes them.
package enum Schema {
  /// The version that this build writes.
  package static let version = 3

  /// What marks a database as a ledger: `LBus`.
  static let applicationID = 0x4c42_7573

  /// The steps from one version to the next, the first from an empty file.
  package static let migrations = [Migration(to: 1, first), Migration(to: 2, interests), Migration(to: 3, endings)]

  /// What durable handlers want, for when they are not there; and what tells the ledger from every other.
  private static let interests = [
    "CREATE TABLE wanted (handler TEXT NOT NULL, kind TEXT NOT NULL, PRIMARY KEY (handler, kind)) WITHOUT ROWID",
    "ALTER TABLE handler ADD COLUMN gate TEXT",
    "ALTER TABLE ledger ADD COLUMN identity TEXT NOT NULL DEFAULT ''",
    "UPDATE ledger SET identity = lower(hex(randomblob(16)))",
  ]

  /// Whether the last process has ended in order, for when nothing else can tell.
  private static let endings = ["ALTER TABLE ledger ADD COLUMN closed INTEGER NOT NULL DEFAULT 0"]

  private static let first = [
    "PRAGMA application_id = \(applicationID)",
    """
    CREATE TABLE ledger (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      commits INTEGER NOT NULL, next_sequence INTEGER NOT NULL,
      process INTEGER NOT NULL, build TEXT NOT NULL, pid INTEGER NOT NULL, began INTEGER NOT NULL)
    """,
    "INSERT INTO ledger VALUES (1, 0, 1, 0, '', 0, 0)",
    """
    CREATE TABLE event (
      sequence INTEGER PRIMARY KEY, source TEXT, id TEXT, cause INTEGER NOT NULL, type TEXT NOT NULL,
      kind TEXT NOT NULL, scope TEXT, time INTEGER NOT NULL, payload TEXT NOT NULL)
    """,
    """
    CREATE TABLE delivery (
      sequence INTEGER NOT NULL, handler TEXT NOT NULL, owner TEXT, attempts INTEGER NOT NULL DEFAULT 0,
      failures INTEGER NOT NULL DEFAULT 0, was_running INTEGER NOT NULL DEFAULT 0, dead_reason TEXT,
      outcome TEXT, ended INTEGER, PRIMARY KEY (sequence, handler)) WITHOUT ROWID
    """,
    "CREATE INDEX unfinished ON delivery (sequence, handler) WHERE outcome IS NULL",
    "CREATE TABLE handler (name TEXT PRIMARY KEY, seen INTEGER NOT NULL, committed BLOB) WITHOUT ROWID",
    """
    CREATE TABLE once_key (
      number INTEGER PRIMARY KEY, fingerprint INTEGER NOT NULL, handler TEXT NOT NULL, kind TEXT NOT NULL,
      name TEXT, version TEXT, key TEXT)
    """,
    "CREATE INDEX fingerprint ON once_key (fingerprint)",
    """
    CREATE TABLE quarantine (
      handler TEXT PRIMARY KEY, reason TEXT NOT NULL, build TEXT NOT NULL, time INTEGER NOT NULL) WITHOUT ROWID
    """,
    """
    CREATE TABLE crash (
      handler TEXT PRIMARY KEY, note TEXT NOT NULL, fingerprint INTEGER NOT NULL, build TEXT NOT NULL) WITHOUT ROWID
    """,
  ]
}
