#define _GNU_SOURCE
#include "CLifebusSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

int lifebus_peer_uid(int socket, uid_t *uid) {
#if defined(__linux__)
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
  *uid = peer.uid;
  return 0;
#else
  gid_t group;
  return getpeereid(socket, uid, &group);
#endif
}

int lifebus_accept(int socket) {
#if defined(__linux__)
  return accept4(socket, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
#else
  int connection = accept(socket, NULL, NULL);
  if (connection < 0) return -1;
  if (fcntl(connection, F_SETFD, FD_CLOEXEC) < 0 || fcntl(connection, F_SETFL, O_NONBLOCK) < 0) {
    int problem = errno;
    close(connection);
    errno = problem;
    return -1;
  }
  return connection;
#endif
}
