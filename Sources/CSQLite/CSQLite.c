#include "CSQLite.h"

#include <stddef.h>

int lifebus_sqlite_keep_log(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
}

int lifebus_sqlite_bind_text(sqlite3_stmt *statement, int place, const char *text, int count) {
  return sqlite3_bind_text(statement, place, text, count, SQLITE_TRANSIENT);
}

int lifebus_sqlite_bind_bytes(sqlite3_stmt *statement, int place, const void *bytes, int count) {
  // No bytes are not null.
  return count == 0 ? sqlite3_bind_zeroblob(statement, place, 0)
                    : sqlite3_bind_blob(statement, place, bytes, count, SQLITE_TRANSIENT);
}
