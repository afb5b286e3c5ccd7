#ifndef CSQLITE_H
#define CSQLITE_H

// Some systems have the library and not its headers: what is in use here is part of SQLite's stable interface.
#if __has_include(<sqlite3.h>)
#include <sqlite3.h>
#else
#include "SQLiteDeclarations.h"
#endif

/// The code of a read that met a page that is not as it was written; Swift does not see how SQLite writes it.
static const int lifebus_sqlite_page_changed = SQLITE_IOERR_DATA;

// The calls that Swift cannot make: those with a variable number of arguments, and those with a pointer for a constant.

/// Leaves the write-ahead log where it is when a connection is closed: only an ordered end writes it back.
int lifebus_sqlite_keep_log(sqlite3 *connection);

/// Binds a copy of a text.
int lifebus_sqlite_bind_text(sqlite3_stmt *statement, int place, const char *text, int count);

/// Binds a copy of bytes.
int lifebus_sqlite_bind_bytes(sqlite3_stmt *statement, int place, const void *bytes, int count);

/// The name of the layer that ends each page of a database with a sum, by which a change is found.
#define LIFEBUS_SQLITE_CHECKED_PAGES "lifebus"

/// Makes the layer known to SQLite; called once.
int lifebus_sqlite_register_checked_pages(void);

/// Leaves room for sums in a database that is still empty.
int lifebus_sqlite_leave_room_for_sums(sqlite3 *connection);

#endif
