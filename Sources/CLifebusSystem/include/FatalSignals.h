#ifndef LIFEBUS_FATAL_SIGNALS_H
#define LIFEBUS_FATAL_SIGNALS_H

#include <stdint.h>

/// Has the number of a fatal signal of this process stored in a place, which is memory that outlives it: SIGSEGV, SIGBUS,
/// SIGILL, SIGTRAP, SIGABRT, SIGFPE and SIGSYS. What was installed for the signal before is done then. A child made by `fork`
/// notes nothing. Returns 0, or -1 if there are too many places.
int lifebus_note_fatal_signals(volatile int32_t *place);

/// Has nothing more stored in a place, which may go then.
void lifebus_forget_fatal_signals(volatile int32_t *place);

#endif
