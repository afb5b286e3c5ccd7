internal import Lifebus

/// What `--help` prints.
enum Usage {
  static let optionNames = [
    "--plugins", "--safe-mode", "--config", "--state", "--socket", "--events", "--until-idle", "--allow-held", "--app-version",
    "--grace", "--json", "--record", "--help",
  ]

  static func text(plugins: [HandlerID], hasExample: Bool) -> String {
    """
    usage: lifebus-host --plugins LIST [--config F] [--state DIR] [--socket P] [--app-version V]
                        [--grace 5s] [--events F|- [--until-idle [--allow-held]]] [--json] [--record F]
           lifebus-host shell VERB …   what 'lifebus VERB …' does, with ledgers on disk at hand
    \(hasExample ? "       lifebus-host --example [--json] [--record F]" : "")

    Hosts plugins on one bus, and delivers to them the events of a file or of standard input.

      --plugins LIST    which plugins, with commas between, in the order in which they start
                        known: \(plugins.map(\.rawValue).joined(separator: ", "));
                        ./NAME, or another path, is a program that 'lifebus plugin new NAME' has begun
      --safe-mode       starts none of them: for looking at the ledger, and for 'lifebus plugins --release'
      --config F        JSON with each plugin's options, and limits:
                        {"plugins": {"NAME": {"OPTION": VALUE}}, "limits": {"NAME": NUMBER}}
      --state DIR       the folder for what is kept (default: $XDG_STATE_HOME/lifebus or ~/.local/state/lifebus), with the
                        ledger in DIR/ledger; one host at a time has it
      --socket P        where the host listens for lifebus (default: DIR/socket). Only this user's processes are served.
                        With --until-idle, a default socket that cannot be had is told, and the run goes on without
      --events F|-      events, one JSON object a line, CloudEvents 1.0 or short:
                        {"type":"launch","cause":"user"}  {"type":"appear","scope":"home"}
                        {"type":"phase","to":"active"}    {"type":"custom","name":"signedOut"}
      --until-idle      ends when all events are read and nothing can move any more, with a summary;
                        without it the host runs until SIGTERM or SIGINT
      --allow-held      with --until-idle: deliveries that a gate holds are no reason for exit code 4
      --app-version V   the application's version (default: 1), for the plugins, and for what is done once per version; another
                        one lifts the quarantine of a plugin that crashed
      --grace T         how long deliveries may take after a signal, such as 500ms, 5s, 2m (default: 5s);
                        a second signal ends the host at once
      --json            one JSON object a line instead of a timeline
      --record F        writes what happened, at the end, as a scenario that 'lifebus check F' plays: what a fault seen
                        by hand needs to become a test. It has the names of handlers, kinds, scopes, ids and keys, and
                        who was in at a gate; no attributes and no secrets. F must not be there yet. Lines are read a
                        little slower, so that each finds the handlers as a scenario's would
    \(hasExample ? "  --example         runs a small example with all plugins, in a new folder of its own" : "")
      --help            prints this

    limits, with their names in the configuration:
      a line of events       1 MiB, and 4 KiB for a name, a scope, an id or a key; a longer one is refused
      clients                256; one more is told so
      idleSeconds            60; a client that says nothing, and waits for no answer, is told so and closed
      unreadSeconds          30; a client that takes nothing of what is sent to it is closed
      unansweredLines        1024 of one client; then no more are read of it
      tailItems              8192 that wait for one 'lifebus tail'; then the oldest are lost, and counted
      heldBeforeLaunch       10000 events; one more is refused
      restarts               5 times that a plugin's program may end by itself; once more, and it is quarantined
      restartSeconds         60, in which these are counted

    Data goes to standard output, talk to standard error.

    exit codes, of several the first of 2, 1, 3, 4, 5:
      0  all done (a duplicate or a skip is done)
      1  a handler failed
      2  usage, bad input, a host that cannot start, output that cannot be written; the host goes on after a bad line
      3  a call timed out, or something was cut off by a signal
      4  a gate holds a delivery
      5  nobody handles an event
      A host that a signal ends, without --until-idle, tells only 0, 2 and 3; a second signal ends it with 128 and the
      signal's number.

    """
  }
}
