#define _GNU_SOURCE
#include "CLifebusSystem.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
#endif

#if defined(__APPLE__)
#include <crt_externs.h>
#endif

static int prepare(posix_spawn_file_actions_t *actions, const int files[3]) {
  for (int number = 0; number < 3; number++) {
    int problem = posix_spawn_file_actions_adddup2(actions, files[number], number);
    if (problem != 0) return problem;
  }
#if defined(__linux__)
  return posix_spawn_file_actions_addclosefrom_np(actions, 3);
#else
  return 0;
#endif
}

static int prepare_attributes(posix_spawnattr_t *attributes) {
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
#if defined(POSIX_SPAWN_CLOEXEC_DEFAULT)
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  int problem = posix_spawnattr_setflags(attributes, flags);
  if (problem == 0) problem = posix_spawnattr_setpgroup(attributes, 0);
  if (problem == 0) problem = posix_spawnattr_setsigdefault(attributes, &all);
  if (problem == 0) problem = posix_spawnattr_setsigmask(attributes, &none);
  return problem;
}

pid_t lifebus_spawn(const char *path, char *const arguments[], char *const environment[], const int files[3]) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  pid_t process = -1;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  int problem = prepare(&actions, files);
  if (problem == 0) problem = prepare_attributes(&attributes);
  if (problem == 0) problem = posix_spawn(&process, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (problem == 0) return process;
  errno = problem;
  return -1;
}

int lifebus_watch_process(pid_t process) {
#if defined(__linux__) && defined(SYS_pidfd_open)
  return (int)syscall(SYS_pidfd_open, process, 0);
#else
  (void)process;
  errno = ENOSYS;
  return -1;
#endif
}

char *const *lifebus_environment(void) {
#if defined(__APPLE__)
  return *_NSGetEnviron();
#else
  return environ;
#endif
}
