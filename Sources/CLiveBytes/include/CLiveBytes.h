#ifndef LIFEBUS_LIVE_BYTES_H
#define LIFEBUS_LIVE_BYTES_H

/// The bytes that the program has allocated and not freed, or -1 where the system's allocator does not tell.
long lifebus_live_bytes(void);

#endif
