#!/usr/bin/env bash
# A tour of Kopilka through the gateway alone. It runs in a house of its own below /tmp, touches nothing of yours, and
# leaves nothing running.
#
# Usage: Shared/Packaging/Scripts/demo.sh DIRECTORY_OF_THE_EXECUTABLES
set -euo pipefail

bin=$(realpath "${1:-.build/release}")
# Short: the path of a Unix socket has at most 107 bytes.
house=$(mktemp -d /tmp/kopilka-demo.XXXXXX)
export KOPILKA_RUN=$house/run KOPILKA_DATA=$house/data XDG_STATE_HOME=$house/state
export PATH=$bin:$PATH
unset KOPILKA_PROFILE KOPILKA_CLOCK

leave() {
    local code=$?
    trap - EXIT INT TERM
    gateway down --wait 20s 2>/dev/null || true
    [ "$code" -eq 0 ] || { echo; echo "The demo failed ($code). The end of the logs:"; gateway logs -n 10 || true; }
    rm -rf "$house"
    exit "$code"
}
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then bold=$'\e[1m' dim=$'\e[2m' plain=$'\e[0m'; else bold='' dim='' plain=''; fi

chapter() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }

# Shows a command as one would type it.
typed() {
    local word line=''
    for word in "$@"; do
        if [[ $word =~ ^[A-Za-z0-9_./:@,=+%-]+$ ]]; then line+=" $word"; else line+=" \"$word\""; fi
    done
    printf '\n%s$%s%s\n' "$bold" "$line" "$plain"
}

# Runs a command that must succeed.
run() {
    typed "$@"
    "$@"
}

# Runs a command that must end with the exit code given first: refused, or not done yet.
refused() {
    local expected=$1 code=0
    shift
    typed "$@"
    "$@" || code=$?
    printf '%s(exit code %s)%s\n' "$dim" "$code" "$plain"
    [ "$code" -eq "$expected" ] || { echo "expected exit code $expected" >&2; exit 1; }
}

# Runs a command that reads a password.
with_password() {
    local password=$1
    shift
    typed "$@"
    printf '%s\n' "$password" | "$@"
}

# One value of an answer: field NAME of the first object that has it. The answers are one line of JSON.
field() { sed -E "s/.*\"$1\":\"?([^\",}]*).*/\1/;q"; }
# The id of the account of a profile with a name.
account() {
    gateway accounts --profile "$1" --json | tr '{' '\n' | grep "\"name\":\"$2\"" | field id
}
# The process of a service, as the supervisor knows it.
process() {
    gateway status --json | tr '{' '\n' | grep "\"name\":\"$1\"" | grep -oE '"pid":[0-9]+' | head -1 | cut -d: -f2
}

# Waits until the history of a profile, which follows the ledger, has so many transactions.
caught_up() {
    local tries
    for tries in {1..200}; do
        [ "$(gateway history --profile "$1" --limit 1000 --json | grep -o '"id":' | wc -l)" -lt "$2" ] || return 0
        sleep 0.05
    done
    echo "the history of $1 has not caught up after $tries looks" >&2
    return 1
}

# Waits until the inbox of a profile, which follows the ledger, has so many notifications.
told() {
    local tries
    for tries in {1..200}; do
        [ "$(gateway inbox --profile "$1" --json | grep -o '"id":' | wc -l)" -lt "$2" ] || return 0
        sleep 0.05
    done
    echo "the inbox of $1 is empty after $tries looks" >&2
    return 1
}

chapter "1. Start the services"
run gateway up --detach

chapter "2. Two people"
with_password "a sunny day in Kazan" gateway register anna@example.org --name Anna --profile anna --password-stdin
with_password "seven green bicycles" gateway register boris@example.org --name Boris --profile boris --password-stdin
run gateway whoami --profile anna

chapter "3. Accounts in roubles and dollars"
run gateway account open RUB main --profile anna
run gateway account open USD dollars --profile anna
run gateway account open RUB main --profile boris
boris=$(account boris main)

chapter "4. Income, and money that moves"
run gateway deposit main 50000 RUB --category salary --description "salary for November" --profile anna
run gateway deposit dollars 120.50 USD --profile anna
run gateway transfer main "$boris" 1500.50 RUB --description "for the concert" --profile anna
run gateway withdraw main 2300 RUB --category food --description groceries --profile anna

caught_up anna 4

chapter "5. What is refused, and how it is said"
refused 6 gateway transfer main "$boris" 1000000 RUB --profile anna
refused 5 gateway transfer main 000000000000 10 RUB --profile anna
refused 6 gateway transfer dollars "$boris" 10 USD --profile anna
refused 2 gateway transfer main "$boris" 10.999 RUB --profile anna
refused 2 gateway tranfser main "$boris" 10 RUB --profile anna
refused 4 gateway balance main --profile nobody

chapter "6. Balances and history"
run gateway accounts --profile anna
run gateway balance main --profile boris
run gateway history --profile anna
run gateway history --type income --profile anna
run gateway history --query 'type:expense acct:main amt:>1000' --profile anna

chapter "7. The same, for programs"
run gateway balance main --profile anna --json
refused 6 gateway transfer main "$boris" 1000000 RUB --profile anna --json

chapter "8. The ledger is killed in the middle; requests wait, nothing is lost"
ledger=$(process ledger)
typed kill -9 "$ledger"
kill -9 "$ledger"
run gateway transfer main "$boris" 250 RUB --description "right after kill -9" --profile anna
run gateway status
caught_up boris 2
run gateway history --profile boris

chapter "9. The same request twice is done once"
run gateway transfer main "$boris" 99 RUB --idempotency-key lunch-1 --profile anna
run gateway transfer main "$boris" 99 RUB --idempotency-key lunch-1 --profile anna
refused 7 gateway transfer main "$boris" 100 RUB --idempotency-key lunch-1 --profile anna

chapter "10. Charts that came before: a made-up market, and where a planted shape occurred again"
run gateway market simulate DEMO --candles 2000 --seed 5 --profile anna
planted=$(gateway market simulate DEMO --candles 2000 --seed 5 --profile anna --json)
from=$(sed -E 's/.*"planted":\[\{[^}]*"from":"([^"]*)".*/\1/' <<<"$planted")
to=$(sed -E 's/.*"planted":\[\{[^}]*"to":"([^"]*)".*/\1/' <<<"$planted")
run gateway market chart DEMO --from "$from" --to "$to" --profile anna
run gateway scan DEMO --from "$from" --to "$to" --limit 5 --profile anna
refused 5 gateway scan NONE --from "$from" --to "$to" --profile anna

chapter "11. Patterns that end now, and how often what they announced came true"
run gateway patterns watch add DEMO --profile anna
run gateway patterns refresh --profile anna
run gateway patterns list --below --profile anna
run gateway patterns score --profile anna

chapter "12. Money put aside, a limit, a summary and a statement"
refused 8 gateway hold main "$boris" 300 RUB --description "deposit for the boat" --profile anna
hold=$(gateway hold main "$boris" 40 RUB --profile anna --json | field id) || [ $? -eq 8 ]
run gateway balance main --profile anna
run gateway post "$hold" 25 RUB --profile anna
run gateway limits set main --daily "20000 RUB" --profile anna
refused 6 gateway transfer main "$boris" 25000 RUB --profile anna
run gateway history summary category --profile anna
run gateway report income --by quarter --depth 1 --profile anna
run gateway statement main --format qif --profile anna

chapter "13. A bond: its yield, what it pays, exact shares"
run gateway bonds import "$(dirname "$0")/demo-bond.json" --profile anna
run gateway bonds chart RU000A0DEM05 --yield --period 6M --profile anna
run gateway bonds figures RU000A0DEM05 --price 98.4 --day 2026-11-20 --profile anna
run gateway bonds hold RU000A0DEM05 40 --profile anna
run gateway bonds holdings --profile anna
run gateway bonds calendar --profile anna
refused 2 gateway bonds chart RU000A0DEM05 --from 2026-11-01 --to 2026-06-01 --profile anna
run gateway bonds shares 1/3 1/3 1/3 --sum-to-100 --profile anna

chapter "14. What Anna was told, and how she wants it"
run gateway transfer main "$(account anna main)" 300 RUB --description "for the taxi" --profile boris
told anna 1
run gateway inbox --profile anna
run gateway inbox read --all --profile anna
run gateway inbox undo --profile anna
run gateway notify preferences --zone Europe/Moscow --quiet 23:00-08:00 --rules patterns:all:digest --profile anna
with_password "a sunny day in Kazan" gateway notify add webhook https://robot.invalid/hook --name robot --profile anna --password-stdin
robot=$(gateway notify channels --profile anna --json | grep -o '"id":"[^"]*"' | head -1 | cut -d'"' -f4)
refused 1 gateway notify test "$robot" --profile anna
with_password "a sunny day in Kazan" gateway notify add ntfy https://push.invalid --topic annas-money --name phone --profile anna --password-stdin

chapter "15. Subscriptions: paid when they are due, and when will there be too little?"
run gateway subs add netflix "999 RUB" --pay-from main --remind 3,0 --profile anna
run gateway subs add --title Gym --amount "2500 RUB" --start 2026-01-31 --pay-from main --category sport --profile anna
run gateway subs list --profile anna
run gateway subs forecast main --days 60 --profile anna
run gateway subs totals --profile anna

chapter "16. The books balance"
run gateway check --profile anna
run gateway logout --profile anna
refused 4 gateway whoami --profile anna

chapter "That was it; the services stop now."
run gateway down
