#!/usr/bin/env bash
# One house on three machines: network namespaces, each with Kopilka, PostgreSQL, Patroni and etcd. Machines are cut
# off, the others go on, and in the end the books of all three are compared. All is below /tmp, and nothing is left.
#
# Usage: Shared/Packaging/Scripts/demo-cluster.sh DIRECTORY_OF_THE_EXECUTABLES
set -euo pipefail

bin=$(realpath "${1:-.build/release}")
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
cluster=$here/../Cluster/cluster.sh
reason=$("$cluster" check) || { echo "it cannot work here: ${reason:-cluster.sh fails}" >&2; exit 77; }
# Short: the path of a Unix socket has at most 107 bytes.
directory=$(mktemp -d /tmp/kopilka-demo.XXXXXX)
# The user of PostgreSQL must be able to enter.
chmod 711 "$directory"
machines=(alpha beta gamma)
unset KOPILKA_PROFILE KOPILKA_CLOCK KOPILKA_LOG

leave() {
    local code=$?
    trap - EXIT INT TERM
    # After Ctrl-C nothing has failed.
    [ "$code" -eq 0 ] || [ "$code" -gt 128 ] || show_logs "$code"
    # With all that runs on the machines.
    in_cluster down --purge || true
    rm -rf "$directory"
    exit "$code"
}

show_logs() {
    local machine
    echo
    echo "The demo failed ($1)."
    in_cluster status || true
    for machine in "${machines[@]}"; do
        echo "The end of the logs of $machine:"
        tail -n 5 "$directory/$machine"/data/logs/*.log | cut -c 1-400 || true
    done
}
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then bold=$'\e[1m' dim=$'\e[2m' plain=$'\e[0m'; else bold='' dim='' plain=''; fi

chapter() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }
say() { printf '%s\n' "$*"; }

in_cluster() {
    local command=$1
    shift
    "$cluster" "$command" "$directory/cluster" "$@"
}

# The gateway of a machine. It reaches the services of its own machine only.
gateway() {
    local machine=$1 own=$directory/$1
    shift
    in_cluster run "$machine" env KOPILKA_RUN="$own/run" KOPILKA_DATA="$own/data" XDG_STATE_HOME="$own/state" \
        XDG_CONFIG_HOME="$own/config" "$bin/gateway" "$@"
}

# Shows a command as one would type it on a machine.
typed() {
    local word line='gateway' machine=$1
    shift
    for word in "$@"; do
        if [[ $word =~ ^[A-Za-z0-9_./:@,=+%-]+$ ]]; then line+=" $word"; else line+=" \"$word\""; fi
    done
    printf '\n%s%s$ %s%s\n' "$bold" "$machine" "$line" "$plain"
}

# Runs the gateway on a machine; it must succeed.
on() {
    typed "$@"
    gateway "$@"
}

# The same with a password, which it reads from its standard input.
with_password() {
    local file=$1
    shift
    typed "$@"
    gateway "$@" <"$file"
}

# The address of a machine, as the others see it.
address() { in_cluster status | awk -v machine="$1" '$1 == machine { print $2 }'; }
# Who leads a service, as a machine sees it; nothing if nobody does.
leader() {
    gateway "$2" house hosts --json | tr '{' '\n' | sed -nE "s/.*\"service\":\"$1\",\"leader\":\"([a-z]+)\".*/\1/p"
}
# The machines without one.
without() { printf '%s\n' "${machines[@]}" | grep -vx "$1"; }
seconds() { awk -v from="$1" -v to="$EPOCHREALTIME" 'BEGIN { printf "%.1f", to - from }'; }

# Waits until a machine has a leader for a service that is not the one given.
another_leads() {
    local tries found
    for tries in {1..600}; do
        found=$(leader "$1" "$3" 2>/dev/null) || true
        [ -z "$found" ] || [ "$found" = "$2" ] || { echo "$found"; return 0; }
        sleep 0.1
    done
    echo "nobody leads $1 after $tries looks" >&2
    return 1
}

# Moves money on a machine, with one key, until it is done; says how long that took. The request waits for a leader.
move_until_done() {
    local machine=$1 amount=$2 key=$3 began=$EPOCHREALTIME tries=1
    typed "$machine" transfer main savings "$amount RUB" --idempotency-key "$key" --profile anna
    until gateway "$machine" transfer main savings "$amount RUB" --idempotency-key "$key" --profile anna --timeout 60s \
        2>"$directory/refusal"; do
        say "$dim$(head -n 1 "$directory/refusal")$plain"
        tries=$((tries + 1))
        [ "$tries" -le 60 ] || return 1
        sleep 0.1
    done
    say "${dim}(after $(seconds "$began") s$([ "$tries" -eq 1 ] || echo ", at attempt $tries with the same key"))$plain"
}

# Shows the money as each machine sees it. Who has not made a commit itself may have it a moment later.
same_balance() {
    local machine tries
    for tries in {1..100}; do
        for machine in "${machines[@]}"; do
            printf '%-6s %s\n' "$machine" "$(gateway "$machine" balance main --profile anna --json |
                sed -E 's/.*"balance":\{"amount":"([^"]*)","currency":"([^"]*)".*/\1 \2/')"
        done >"$directory/balances"
        [ "$(awk '{ print $2, $3 }' "$directory/balances" | sort -u | wc -l)" -ne 1 ] || break
        [ "$tries" -lt 100 ] || echo "the machines show different balances" >&2
        sleep 0.05
    done
    echo
    cat "$directory/balances"
    [ "$tries" -lt 100 ]
}

same_books() {
    /usr/bin/python3 "$here/compare-books.py" 60 "${machines[@]/#/$directory/}"
}

chapter "1. Three machines, each with etcd, Patroni and PostgreSQL"
say "This takes about ten seconds."
in_cluster up >/dev/null
url=$(in_cluster url)
printf 'a sunny day in Kazan\n' >"$directory/annas-password"
in_cluster status

chapter "2. A house on alpha, with money"
on alpha up --detach --wait 60s
with_password "$directory/annas-password" alpha register anna@example.org --name Anna --profile anna --password-stdin
on alpha account open RUB main --profile anna
on alpha account open RUB savings --profile anna
on alpha deposit main 50000 RUB --profile anna

chapter "3. The house writes its log into PostgreSQL, and alpha is its first machine"
with_password "$directory/cluster/password" alpha backup follow "$url" --recovery "$directory/recovery" --password-stdin
on alpha house init alpha "$(address alpha)"
on alpha restart --wait 60s

chapter "4. Two more machines join"
for machine in beta gamma; do
    typed alpha house invite
    gateway alpha house invite --json >"$directory/invitation"
    code=$(sed -E 's/.*"code":"([^"]*)".*/\1/' "$directory/invitation")
    with_password "$directory/cluster/password" "$machine" \
        house join "$code" "$url" "$machine" "$(address "$machine")" --password-stdin
    on "$machine" up --detach --wait 60s
    with_password "$directory/annas-password" "$machine" login anna@example.org --profile anna --password-stdin
done
on gamma house hosts

chapter "5. Money moves from all three"
on alpha transfer main savings "100 RUB" --profile anna
on beta transfer main savings "200 RUB" --profile anna
on gamma transfer main savings "300 RUB" --profile anna
same_balance

chapter "6. Another machine is to lead, while all is well"
first=$(leader ledger alpha)
next=$(without "$(in_cluster primary)" | grep -vx "$first" | head -n 1)
on alpha house lead ledger "$next"
move_until_done alpha 1 planned

chapter "7. The machine that leads ledger is cut off: $next"
other=$(without "$next" | grep -vx "$(in_cluster primary)")
in_cluster cut "$next"
move_until_done "$other" 10 cut-leader
say "Now $(another_leads ledger "$next" "$other") leads."

chapter "8. It comes back, and has what was done meanwhile"
in_cluster heal
in_cluster ready 60
same_books
on "$next" transfer main savings "20 RUB" --profile anna
same_balance

chapter "9. Worse: the machine with the primary of PostgreSQL is cut off"
primary=$(in_cluster primary)
other=$(without "$primary" | head -n 1)
say "That is $primary. Patroni waits nine seconds before it makes another one the primary."
in_cluster cut "$primary"
move_until_done "$other" 30 cut-primary
on "$other" house hosts

chapter "10. And back again"
in_cluster heal
in_cluster ready 60
for machine in "${machines[@]}"; do on "$machine" transfer main savings "1 RUB" --profile anna; done
same_balance

chapter "11. The books of all three are the same"
same_books
for machine in "${machines[@]}"; do on "$machine" check --profile anna; done

chapter "That was it; the services stop now, and everything is removed."
for machine in "${machines[@]}"; do on "$machine" down; done
