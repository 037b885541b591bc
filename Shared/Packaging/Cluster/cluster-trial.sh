#!/usr/bin/env bash
# Measures what the clients of PostgreSQL notice of failures in a cluster of cluster.sh: numbered rows are written one
# after the other while something is cut off or killed. It prints the longest time without an acknowledged row, after
# the event and after it was undone, and looks whether every acknowledged row is there in the end.
#
# Usage: cluster-trial.sh DIRECTORY [EVENT...]
# Without events it does all of them, which takes about ten minutes. DIRECTORY must not exist, and is gone afterwards.
set -euo pipefail

cluster=$(dirname "$(realpath "${BASH_SOURCE[0]}")")/cluster.sh
binaries=$(find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin | sort -V | tail -n 1)
[ $# -ge 1 ] || { echo "Usage: cluster-trial.sh DIRECTORY [EVENT...]" >&2; exit 64; }
reason=$("$cluster" check) || { echo "$reason" >&2; exit 77; }
directory=$(realpath -m "$1")
[ ! -e "$directory" ] || { echo "$directory exists already" >&2; exit 64; }
shift
events=("$@")
[ ${#events[@]} -gt 0 ] || events=(
    commits clocks none kill-postmaster kill-patroni kill-etcd cut-primary cut-standby cut-other primary-to-standby
    standby-to-primary primary-to-all all-to-primary stop-primary
)
writer='' lost=0 turn=0

in_cluster() {
    local command=$1
    shift
    "$cluster" "$command" "$directory" "$@"
}

# Ends the writer with all that it started: it leads a process group of its own.
stop_writer() {
    [ -n "$writer" ] || return 0
    kill -TERM -- "-$writer" 2>/dev/null || true
    wait "$writer" 2>/dev/null || true
    writer=''
}

leave() {
    local code=$?
    trap - EXIT INT TERM
    stop_writer
    in_cluster down --purge
    rm -rf "$directory"
    exit "$code"
}
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Writes rows until it is ended; this runs on a machine of the cluster. After a failure the same number is tried again,
# and the addresses in another order: libpq gives up when the first one says that it is starting up.
# shellcheck disable=SC2317
write_rows() {
    local file=$1 event=$2 psql=$3 number=1 url
    shift 3
    while :; do
        url="postgresql://kopilka@$1,$2,$3/kopilka?target_session_attrs=read-write&connect_timeout=1"
        # What waits longer than two seconds may wait forever: nobody tells it that the other side has gone.
        if timeout 2 "$psql" -qX "$url" \
            -c "INSERT INTO trial VALUES ('$event', $number) ON CONFLICT DO NOTHING"; then
            echo "$EPOCHREALTIME $number" >>"$file"
            number=$((number + 1))
        else
            set -- "$2" "$3" "$1"
            sleep 0.02
        fi
    done
}

# Asks the cluster as a client on one of its machines.
ask_from() {
    local host=$1
    shift
    PGPASSFILE=$directory/pgpass in_cluster run "$host" "$binaries/psql" -qXAt "$(in_cluster url)" "$@"
}

# Prints the longest pause from the moment FROM to the moment TO. It counts where it begins, and may end later.
longest_pause() {
    awk -v from="$2" -v to="$3" '
        { if ($1 > from && before < to) { pause = $1 - (before > from ? before : from); if (pause > most) most = pause }
          before = $1 }
        # No row came any more.
        END { if (before < to) { pause = to - before; if (pause > most) most = pause }; printf "%.2f", most }' "$1"
}

# Writes from a machine while an event happens, and while it is undone.
# Usage: trial NAME HOST SECONDS EVENT UNDO; both commands are words of cluster.sh, `and` separates several.
trial() {
    local name=$1 host=$2 seconds=$3 event=$4 undo=$5 file=$directory/rows-$turn begin end finish missing undone=-
    in_cluster ready 60
    PGPASSFILE=$directory/pgpass setsid "$cluster" run "$directory" "$host" bash -c \
        "$(declare -f write_rows); write_rows \"\$@\"" bash \
        "$file" "$turn" "$binaries/psql" 10."$subnet".{1,2,3} </dev/null 2>"$file.errors" &
    writer=$!
    sleep 2
    begin=$EPOCHREALTIME
    commands "$event"
    sleep "$seconds"
    end=$EPOCHREALTIME
    commands "$undo"
    sleep 12
    stop_writer
    finish=$EPOCHREALTIME
    # Whoever was written twice, or half, is a matter of the database; what was acknowledged must be there.
    missing=$(comm -23 <(cut -d ' ' -f 2 "$file" | sort) <(all_rows | sort) | wc -l)
    lost=$((lost + missing))
    [ -z "$undo" ] || undone=$(longest_pause "$file" "$end" "$finish")
    printf '%-20s %8s s %8s s %8d %6d %6d   %s\n' "$name" "$(longest_pause "$file" "$begin" "$end")" \
        "$undone" "$(wc -l <"$file")" "$(grep -c . "$file.errors" || true)" "$missing" \
        "primary $primary, now $(in_cluster primary)"
}

all_rows() {
    in_cluster ready 60
    ask_from "$(in_cluster primary)" --command "SELECT number FROM trial WHERE event = '$turn'"
}

commands() {
    local words=() word
    for word in $1 and; do
        if [ "$word" != and ]; then
            words+=("$word")
        elif [ ${#words[@]} -gt 0 ]; then
            in_cluster "${words[@]}"
            words=()
        fi
    done
}

# The median of 500 statements of one connection, in ms.
median() {
    for _ in {1..500}; do echo "$2;"; done | PGPASSFILE=$directory/pgpass in_cluster run "$1" \
        "$binaries/psql" -qXAt "$(in_cluster url)" --set AUTOCOMMIT=on --command '\timing on' --file - |
        awk '/^Time:/ { print $2 }' | sort -n |
        awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)], "p99", all[int(NR * 0.99)] }'
}

commits() {
    echo "median in ms   SELECT from the primary's machine $(median "$primary" "SELECT 1")"
    echo "               SELECT from another               $(median "$other" "SELECT 1")"
    echo "               INSERT from the primary's machine $(median "$primary" "INSERT INTO pile VALUES (1)")"
    echo "               INSERT from another               $(median "$other" "INSERT INTO pile VALUES (1)")"
}

# How far the clock of each PostgreSQL is from that of this shell: between two looks at the latter.
clocks() {
    local host number=0 before after theirs
    for host in alpha beta gamma; do
        number=$((number + 1))
        read -r before theirs after < <(PGPASSFILE=$directory/pgpass in_cluster run "$host" "$binaries/psql" -qXAt \
            "postgresql://kopilka@10.$subnet.$number/kopilka" --file - <<<'\! date +%s.%N
SELECT extract(epoch FROM clock_timestamp());
\! date +%s.%N' | tr '\n' ' '; echo)
        awk -v host="$host" -v before="$before" -v theirs="$theirs" -v after="$after" 'BEGIN {
            printf "clock of %-6s %+.1f ms, known to %.1f ms\n", host, (theirs - (before + after) / 2) * 1000,
                (after - before) * 500 }'
    done
}

started=$EPOCHREALTIME
url=$(in_cluster up | sed -n 1p)
echo "up in $(bc <<<"$EPOCHREALTIME - $started") s: $url"
subnet=$(sed -E 's/.*@10\.([0-9]+\.[0-9]+)\..*/\1/' <<<"$url")
ask_from alpha --command "CREATE TABLE trial (event text, number int, PRIMARY KEY (event, number));
    CREATE TABLE pile (number int)"
printf '%-20s %10s %10s %8s %6s %6s\n' event "gap" "undone" rows errors lost
for event in "${events[@]}"; do
    in_cluster ready 60
    turn=$((turn + 1))
    primary=$(in_cluster primary)
    standby=$(in_cluster status | awk '$NF == "synchronous" { print $1 }')
    other=$(printf '%s\n' alpha beta gamma | grep -vx -e "$primary" -e "$standby")
    case $event in
        commits) commits ;;
        clocks) clocks ;;
        none) trial none "$other" 10 "" "" ;;
        kill-postmaster) trial "$event" "$other" 15 "kill $primary postgres" "" ;;
        kill-patroni) trial "$event" "$other" 25 "kill $primary patroni" "start $primary patroni" ;;
        kill-etcd) trial "$event" "$other" 15 "kill $primary etcd" "start $primary etcd" ;;
        cut-primary) trial "$event" "$other" 30 "cut $primary" heal ;;
        cut-standby) trial "$event" "$primary" 25 "cut $standby" heal ;;
        cut-other) trial "$event" "$primary" 20 "cut $other" heal ;;
        primary-to-standby) trial "$event" "$other" 30 "cut-from $primary $standby" heal ;;
        standby-to-primary) trial "$event" "$other" 30 "cut-from $standby $primary" heal ;;
        primary-to-all) trial "$event" "$other" 30 "cut-from $primary $standby and cut-from $primary $other" heal ;;
        all-to-primary) trial "$event" "$other" 30 "cut-from $standby $primary and cut-from $other $primary" heal ;;
        stop-primary) trial "$event" "$other" 30 "stop-host $primary" "start-host $primary" ;;
        *) echo "there is no event $event" >&2; exit 64 ;;
    esac
done
[ "$lost" -eq 0 ] || { echo "$lost acknowledged rows were lost" >&2; exit 1; }
