#!/bin/sh
# What two shells do with a host and its client, with the real programs: suite.sh FOLDER-OF-THE-PROGRAMS
# Says what is not as it should be, and exits with 1 then; leaves nothing behind.
set -u

[ $# -eq 1 ] && [ -x "$1/lifebus" ] && [ -x "$1/lifebus-host" ] || {
  echo "usage: suite.sh FOLDER, in which lifebus and lifebus-host are" >&2
  exit 2
}
PATH=$(cd "$1" && pwd):$PATH
work=$(mktemp -d "${TMPDIR:-/tmp}/lbs.XXXXXX")
XDG_STATE_HOME=$work/xdg
export PATH XDG_STATE_HOME
cd "$work" || exit 2
host=
failures=0

fail() {
  failures=$((failures + 1))
  printf 'FAILED: %s\n' "$1" >&2
}

# is NAME WANTED GOT
is() { [ "$2" = "$3" ] || fail "$1: wanted '$2', got '$3'"; }

# ends CODE TEXT COMMAND…: the exit code, and a text that output or talk has.
ends() {
  wanted=$1 text=$2
  shift 2
  shown=$("$@" </dev/null 2>&1)
  code=$?
  [ "$code" -eq "$wanted" ] || fail "$*: wanted code $wanted, got $code: $shown"
  case $shown in *"$text"*) ;; *) fail "$*: '$text' is not in: $shown" ;; esac
}

# start OPTION…: starts a host and waits until it listens.
start() {
  rm -f ready
  mkfifo ready
  lifebus-host "$@" >timeline 2>ready &
  host=$!
  exec 3<ready
  while read -r line <&3; do
    case $line in *"listens at"*) break ;; *) printf '%s\n' "$line" >>talk ;; esac
  done
  cat <&3 >>talk &
  exec 3<&-
}

# stop: ends the host that was started last, and gives its exit code.
stop() {
  [ -n "$host" ] || return 0
  kill -TERM "$host" 2>/dev/null
  wait "$host"
  stopped=$?
  host=
  return "$stopped"
}

leave() {
  stop
  umount "$work/small" 2>/dev/null
  cd / && rm -rf "$work"
}
trap leave EXIT
trap 'exit 1' INT TERM HUP

# number KEY: the number after the key, in one line of JSON.
number() { sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p"; }

mkdir content && echo text >content/page
cat >lifebus.json <<'JSON'
{"plugins": {
  "auth-gate": {"session": "session.json"},
  "sync": {"resources": ["content"], "into": "mirror"},
  "analytics-logger": {"file": "analytics.jsonl"}
}}
JSON
session() {
  printf '{"user":"anna","accessToken":"secret-a","refreshToken":"secret-r","expiresAt":"2099-01-01T00:00:00Z"}' >session.json
}

# --- Nobody there

ends 6 "no host listens at" lifebus emit launch
ends 6 "start one with" lifebus status
ends 2 "see lifebus emit --help" lifebus emit lunch

# --- Nowhere to say it

ends 2 "standard output cannot be written" sh -c 'lifebus --help >&-'
ends 0 "" sh -c 'lifebus --help 2>&- <&-'

# --- A session is stored: the sync waits for it, and runs on each entry

session
start --plugins auth-gate,sync,analytics-logger --config lifebus.json
ends 0 "launch" lifebus emit launch
ends 0 "sync" lifebus emit phase active
ends 0 "firstAppear home" lifebus emit appear home
ends 0 "appear home" lifebus emit appear home
ends 0 "phase" lifebus emit phase background
ends 0 "sync" lifebus emit phase active
ends 0 "duplicate of event" lifebus emit launch

status=$(lifebus status --json)
is "entries" 2 "$(printf '%s' "$status" | number entries)"
is "exits" 1 "$(printf '%s' "$status" | number exits)"
for event in launch:1 firstAppear:1 appear:2; do
  is "times of ${event%:*}" "${event#*:}" "$(grep -c "\"dev.lifebus.${event%:*}\"" analytics.jsonl)"
done
is "syncs" 2 "$(printf '%s' "$status" | sed 's/.*"handler":"sync"//; s/}.*//' | number done)"
is "the mirrored file" text "$(cat mirror/content/page 2>/dev/null)"

one=$(lifebus emit custom x --id X --json)
two=$(lifebus emit custom x --id X --json)
is "the receipt of the same id" "$(printf '%s' "$one" | number sequence)" "$(printf '%s' "$two" | number sequence)"
case $two in *'"duplicate":true'*) ;; *) fail "the same id again is no duplicate: $two" ;; esac

ends 0 "open" lifebus status
ends 0 "anna" lifebus status
ends 0 "auth-gate" lifebus plan
ends 0 "analytics-logger" lifebus plugins
ends 0 "sync" lifebus explain X
ends 0 "done" lifebus explain X analytics-logger
ends 2 "nobody" lifebus explain X nobody
ends 2 "" lifebus explain unknown-id

# --- Bad input: the line and the field are named, and the other lines are taken

printf '%s\n' '{"type":"appear","scope":"a"}' '' '{"type":"frob"}' '{"type":' '{"type":"appear","scope":"b"}' >lines
shown=$(lifebus emit - --json <lines 2>problems)
is "the code of bad lines" 2 $?
is "answers" 4 "$(printf '%s\n' "$shown" | grep -c .)"
is "the first bad line" 1 "$(grep -c "line 3: field 'type'" problems)"
is "the second bad line" 1 "$(grep -c 'line 4: ' problems)"
ends 2 "column" lifebus emit custom x --data '{"a":'
ends 2 "derived" lifebus emit firstAppear home

# --- What cannot be meant is told

ends 2 "is no UTF-8" lifebus emit custom u --id "$(printf '\377')"
ends 2 "known are launch" lifebus tail --type frob
lifebus emit - <. >/dev/null 2>problems
is "the code of an input that is a folder" 2 $?
is "words for an input that is a folder" 1 "$(grep -c 'standard input cannot be read' problems)"

# --- Standard input is not touched

printf 'one\ntwo\nthree\n' >names
count=0
while read -r name; do
  lifebus emit appear "$name" >/dev/null || fail "emit appear $name"
  count=$((count + 1))
done <names
is "turns of a loop that emits" 3 "$count"

# --- Many lines, many clients, clients that go

yes '{"type":"custom","name":"many"}' | head -n 10000 >lines
is "answers to many lines" 10000 "$(lifebus emit - --json --timeout 60s <lines | grep -c '"settled":true')"

clients=
while [ "$(echo "$clients" | wc -w)" -lt 200 ]; do
  lifebus emit appear many --timeout 60s >/dev/null 2>&1 &
  clients="$clients $!"
done
lost=0
for client in $clients; do wait "$client" || lost=$((lost + 1)); done
is "clients of 200 that were not served" 0 "$lost"

mkfifo half
lifebus emit - <half >/dev/null 2>&1 &
client=$!
exec 4>half
printf '{"type":"appear","scope":"a"}\n{"type":"appear","sco' >&4
kill -KILL "$client"
wait "$client" 2>/dev/null
exec 4>&-
ends 0 "sync" lifebus status

mkfifo tailed
lifebus tail --json 2>tailed | head -n 1 >first &
reader=$!
read -r line <tailed
case $line in *"watching the host with pid $host"*) ;; *) fail "a tail begins with: $line" ;; esac
lifebus emit appear tailed >/dev/null
wait "$reader"
is "lines of a tail to head -1" 1 "$(grep -c . first)"

ends 0 "" lifebus tail --until-idle

# --- Nothing secret gets out, and the host ends as it should

is "tokens in what was shown" 0 "$(cat timeline talk analytics.jsonl | grep -c secret)"
stop
is "the host's code" 0 $?
ends 6 "no host listens" lifebus status

# --- Nobody is signed in: the gate holds the sync

rm session.json
start --plugins auth-gate,sync,analytics-logger --config lifebus.json --state closed
ends 0 "launch" lifebus emit launch --state closed
ends 4 "by auth-gate" lifebus emit phase active --state closed
ends 0 "" lifebus emit appear x --wait accepted --state closed
ends 0 "closed" lifebus status --state closed
ends 2 "pid $host" lifebus-host --plugins sync --state closed
stop

# --- The ledger, on a host and without one

session
start --plugins auth-gate,sync,analytics-logger --config lifebus.json --state kept
ends 0 "launch" lifebus emit launch --state kept
ends 0 "sync" lifebus emit phase active --state kept
ends 0 "appear home" lifebus emit appear home --id K --state kept
ends 0 "appear home" lifebus ledger ls --handler analytics-logger --state kept
ends 0 '"outcome":"done"' lifebus ledger show K --json --state kept
ends 2 "no event 'L'" lifebus ledger show L --state kept
ends 2 "has no dead letters" lifebus ledger redrive sync --all --state kept
ends 2 "is hosted" lifebus ledger forget sync --state kept
ends 2 "is not quarantined" lifebus plugins --release sync --state kept
ends 0 "the ledger is well" lifebus ledger verify --state kept
kill -KILL "$host"
wait "$host" 2>/dev/null
host=
ends 6 "no host listens" lifebus status --state kept
ends 0 "appear home" lifebus ledger ls --only finished --state kept
is "no line of JSON" 0 "$(lifebus ledger ls --only dead --json --state kept | wc -c | tr -d ' ')"
ends 0 '"verified":true' lifebus ledger verify --json --state kept
cp kept/ledger/running running
printf '\377' | dd of=kept/ledger/running bs=1 seek=528390 conv=notrunc 2>/dev/null
ends 1 "is damaged" lifebus ledger verify --state kept
cp running kept/ledger/running
ends 2 "is not quarantined" lifebus plugins --release sync --state kept
start --safe-mode --state kept
ends 0 "NOT HOSTED" lifebus status --state kept
ends 0 "forgotten" lifebus ledger forget sync --state kept
ends 2 "keeps nothing for 'sync'" lifebus ledger forget sync --state kept
stop
ends 0 "the ledger is well" lifebus ledger verify --state kept
printf 'x' | dd of=kept/ledger/ledger.sqlite bs=1 seek=5000 conv=notrunc 2>/dev/null
ends 1 "damaged" lifebus ledger verify --state kept
ends 1 '"finding"' lifebus ledger verify --json --ledger kept/ledger

# --- A disk that is full in the middle of a load, where a small one may be mounted

mkdir small
if mount -t tmpfs -o size=5m none small 2>/dev/null; then
  printf '{"plugins": {"analytics-logger": {"file": "full.jsonl"}}}' >full.json
  start --plugins analytics-logger --config full.json --state small/state
  ends 0 "launch" lifebus emit launch --state small/state
  head -c 3500000 /dev/zero >small/filler
  seq 1 3000 | sed 's/.*/{"type":"custom","name":"tick","id":"t&"}/' |
    lifebus emit - --wait accepted --json --state small/state >answers 2>/dev/null
  is "emit on a full disk" 1 $?
  is "what was refused says why" 0 "$(grep notStored answers | grep -vc 'database or disk is full')"
  rm small/filler
  ends 0 "done" lifebus emit custom after --state small/state
  ends 0 "the ledger is well" lifebus ledger verify --state small/state
  stop
  grep -v notStored answers | sed 's/{"id":"\([^"]*\)".*/\1/' | sort >accepted
  sed -n 's/.*"id":"\(t[0-9]*\)".*/\1/p' full.jsonl | sort >written
  is "events that were accepted and are written once" "$(cat accepted)" "$(cat written)"
  [ -s accepted ] || fail "nothing was accepted before the disk was full"
  umount small
fi

# --- Before the launch; nobody handles it; a handler fails; a socket of one's own

printf '{"plugins": {"sync": {"resources": ["nowhere"], "into": "mirror"}}}' >failing.json
start --plugins sync --config failing.json
ends 0 "kept for analytics-logger" lifebus emit launch
stop
start --plugins sync --config failing.json --socket "$work/own" --state lone
ends 0 "waits for the launch" lifebus emit appear early --wait accepted --socket "$work/own"
ends 3 "not settled in time" lifebus emit appear early --timeout 0s --socket "$work/own"
ends 5 "nobody handles it" lifebus emit launch --socket "$work/own"
ends 5 "nobody handles it" lifebus emit custom x --socket "$work/own"
ends 1 "not mirrored" lifebus emit phase active --socket "$work/own"
ends 0 "not mirrored" lifebus status --socket "$work/own"
ends 2 "derived by the bus" sh -c 'echo "{\"type\":\"firstAppear\"}" | lifebus emit - --socket "$0"' "$work/own"
ln -s own link
ends 6 "symbolic link" lifebus status --socket "$work/link"
kill -STOP "$host"
ends 3 "does not answer" lifebus emit custom x --timeout 0s --socket "$work/own"
kill -CONT "$host"
stop

[ "$failures" -eq 0 ] || {
  echo "$failures failed" >&2
  exit 1
}
