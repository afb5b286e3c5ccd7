#ifndef CLIFEBUS_SYSTEM_H
#define CLIFEBUS_SYSTEM_H

#include "FatalSignals.h"

#include <sys/types.h>

// Calls of the system that Swift's view of the C library does not have. Each returns -1 and sets errno when it fails.

/// Writes down whose process is at the other end of a local socket; returns 0.
int lifebus_peer_uid(int socket, uid_t *uid);

/// Takes the next connection of a listening socket, which does not wait and is not inherited; returns its descriptor.
int lifebus_accept(int socket);

#endif
