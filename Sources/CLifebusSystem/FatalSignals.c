#define _GNU_SOURCE
#include "FatalSignals.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

enum { place_count = 64, signal_limit = 65 };

static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS};
static _Atomic(volatile int32_t *) places[place_count];
static struct sigaction previous[signal_limit];
// A child made by `fork` has the places and is another process.
static _Atomic pid_t owner;

// Only what may be called in a handler of signals is called here.
static void note(int number, siginfo_t *info, void *context) {
  if (getpid() == atomic_load(&owner)) {
    for (int index = 0; index < place_count; index++) {
      volatile int32_t *place = atomic_load(&places[index]);
      if (place != NULL) *place = number;
    }
  }
  struct sigaction *before = &previous[number];
  sigaction(number, before, NULL);
  if (before->sa_flags & SA_SIGINFO) {
    before->sa_sigaction(number, info, context);
  } else if (before->sa_handler != SIG_DFL) {
    before->sa_handler(number);
  } else {
    // It is blocked now, and comes again when this handler returns.
    raise(number);
  }
}

static void install(void) {
  struct sigaction action = {0};
  action.sa_sigaction = note;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
    int number = signals[index];
    // A signal that is ignored is not fatal.
    if (sigaction(number, NULL, &previous[number]) != 0) continue;
    if (!(previous[number].sa_flags & SA_SIGINFO) && previous[number].sa_handler == SIG_IGN) continue;
    sigaction(number, &action, NULL);
  }
}

int lifebus_note_fatal_signals(volatile int32_t *place) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  atomic_store(&owner, getpid());
  for (int index = 0; index < place_count; index++) {
    volatile int32_t *free = NULL;
    if (atomic_compare_exchange_strong(&places[index], &free, place)) return 0;
  }
  return -1;
}

void lifebus_forget_fatal_signals(volatile int32_t *place) {
  for (int index = 0; index < place_count; index++) {
    volatile int32_t *held = place;
    atomic_compare_exchange_strong(&places[index], &held, NULL);
  }
}
