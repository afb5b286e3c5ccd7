#ifndef CLIFEBUS_SYSTEM_H
#define CLIFEBUS_SYSTEM_H

#include "FatalSignals.h"

#include <sys/types.h>

// Calls of the system that Swift's view of the C library does not have. Each returns -1 and sets errno when it fails.

/// Writes down whose process is at the other end of a local socket; returns 0.
int lifebus_peer_uid(int socket, uid_t *uid);

/// Takes the next connection of a listening socket, which does not wait and is not inherited; returns its descriptor.
int lifebus_accept(int socket);

/// Starts a program with these three open files and no others, as the leader of a process group of its own, with no signal
/// ignored or blocked; `arguments` and `environment` end with NULL. Returns its process's id.
pid_t lifebus_spawn(const char *path, char *const arguments[], char *const environment[], const int files[3]);

/// Opens a descriptor that can be read when the process has ended; it fails where the system has none.
int lifebus_watch_process(pid_t process);

/// The variables of this process's environment, as NAME=VALUE; the last one is followed by NULL.
char *const *lifebus_environment(void);

#endif
