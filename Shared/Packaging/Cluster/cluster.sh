#!/usr/bin/env bash
# Three "machines" on one machine: network namespaces, each with etcd, Patroni and PostgreSQL, all from Debian's
# packages. The demo and the tests cut them off from each other, and kill what runs in them.
#
# A namespace belongs to a process that only sleeps, and the cables begin and end in namespaces. So nothing is added to
# the network, to /run/netns or to the names of this machine, and any number of clusters can exist at once. A machine
# has its own System V memory too: what a killed PostgreSQL leaves there ends with the machine.
set -euo pipefail

usage() {
    cat <<'END'
Usage: cluster.sh COMMAND DIRECTORY ...
  check                         says why it cannot work here (exit code 77); nothing, if it can
  up DIRECTORY                  starts alpha, beta and gamma, and prints the URL and the files with the password
  down DIRECTORY [--purge]      ends everything; the logs stay unless they are to be purged
  status DIRECTORY              one line for each machine
  primary DIRECTORY             the machine whose PostgreSQL takes writes (exit code 1 if there is none)
  url DIRECTORY                 the URL for libpq
  ready DIRECTORY [SECONDS]     waits until there is a primary with a synchronous standby (30 s), and copies the primary
                                anew to standbys whose PostgreSQL does not start
  run DIRECTORY HOST COMMAND    becomes the command, on that machine
  cut DIRECTORY HOST            pulls its cable: packets vanish, and nobody is told
  cut-from DIRECTORY HOST OTHER packets from HOST to OTHER vanish; the other direction works
  heal DIRECTORY                undoes every cut
  kill DIRECTORY HOST WHAT      kill -9 of etcd, patroni or postgres; Patroni restarts postgres by itself
  start DIRECTORY HOST WHAT     starts etcd, or patroni when the lease of that machine is over
  stop-host DIRECTORY HOST      the power fails: kill -9 of all that runs on that machine, `run` included
  start-host DIRECTORY HOST     starts its etcd and its Patroni again, and does not wait for them
HOST is alpha, beta or gamma. `run` also knows switch: it stays connected to all whatever is cut.
END
}

here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
# shellcheck source-path=SCRIPTDIR
source "$here/cluster-processes.sh"
# shellcheck source-path=SCRIPTDIR
source "$here/cluster-services.sh"

hosts=(alpha beta gamma)

fail() {
    echo "cluster.sh: $1" >&2
    exit "${2:-1}"
}

# --- Machines and cables -------------------------------------------------------------------------------------------

# The address of a machine: 10.x.y.1 to 10.x.y.3, and 10.x.y.254 for the switch.
address() {
    case $1 in
        alpha) echo "$subnet.1" ;;
        beta) echo "$subnet.2" ;;
        gamma) echo "$subnet.3" ;;
        switch) echo "$subnet.254" ;;
        *) fail "there is no machine $1; there are ${hosts[*]}" 64 ;;
    esac
}

# The hardware address of a machine, from the last part of its address.
hardware() {
    local address
    address=$(address "$1")
    printf '02:4b:00:00:00:%02x\n' "${address##*.}"
}

# Runs a command on a machine.
on() {
    local keeper
    keeper=$(keeper "$1")
    shift
    nsenter --target "$keeper" --net --ipc -- "$@"
}

# Makes a namespace. The process that keeps it shows the cluster and the machine in its name.
make_machine() {
    local host=$1 pid
    mkdir -p "$directory/$host" "$directory/logs"
    # The shell within is to read its own arguments.
    # shellcheck disable=SC2016
    setsid unshare --net --ipc -- bash -c 'exec -a "$0" sleep infinity' "kopilka-$hash-$host" \
        </dev/null >/dev/null 2>&1 &
    pid=$!
    disown "$pid"
    # The process has entered its namespace when it has become sleep.
    until [ "$(cat "/proc/$pid/comm" 2>/dev/null)" = sleep ]; do
        kill -0 "$pid" 2>/dev/null || fail "no namespace could be made for $host"
        sleep 0.01
    done
    remember "$pid" "$directory/$host/keeper.pid"
    on "$host" ip link set lo up
}

# Gives a network device of a machine its addresses. Neighbours are fixed: with ARP, a sender would learn within three
# seconds that a machine is cut off ("no route to host"). Behind a router it would not, and that is the harder case.
address_machine() {
    local host=$1 device=$2 other
    on "$host" ip link set "$device" addrgenmode none address "$(hardware "$host")" up
    on "$host" ip address add "$(address "$host")/24" dev "$device"
    for other in "${hosts[@]}" switch; do
        [ "$other" != "$host" ] || continue
        on "$host" ip neighbour replace "$(address "$other")" lladdr "$(hardware "$other")" dev "$device" nud permanent
    done
}

make_network() {
    local host
    make_machine switch
    on switch ip link add switch type bridge stp_state 0
    for host in "${hosts[@]}"; do
        make_machine "$host"
        on switch ip link add "$host" type veth peer name eth0 netns "$(keeper "$host")"
        on switch ip link set "$host" master switch up
        address_machine "$host" eth0
    done
    address_machine switch switch
}

cut_from() {
    [ "$1" != "$2" ] || fail "$1 cannot be cut off from itself" 64
    # Dropped where they arrive: where they leave, the sender would be told ("operation not permitted").
    on "$2" nft -f - <<END
table ip kopilka {
    chain arriving { type filter hook prerouting priority raw; }
}
add rule ip kopilka arriving ip saddr $(address "$1") drop
END
}

heal() {
    local host
    for host in "${hosts[@]}"; do
        on switch ip link set "$host" master switch
        # Declaring the table first lets the removal succeed where nothing was cut.
        on "$host" nft 'add table ip kopilka; delete table ip kopilka'
    done
}

# --- Commands ------------------------------------------------------------------------------------------------------

# Prints why it cannot work here, if it cannot.
obstacle() {
    local program
    [ "$(id -u)" -eq 0 ] || { echo "network namespaces need root"; return; }
    local -A package=(
        [ip]=iproute2 [nft]=nftables [etcd]=etcd-server [patroni]=patroni [setpriv]=util-linux [nsenter]=util-linux
    )
    for program in ip nft etcd patroni setpriv nsenter; do
        command -v "$program" >/dev/null && continue
        echo "there is no $program: apt-get install ${package[$program]}"
        return
    done
    [ -x "$binaries/initdb" ] || { echo "there is no PostgreSQL: apt-get install postgresql-15"; return; }
    id postgres >/dev/null 2>&1 || { echo "there is no user postgres"; return; }
    /usr/bin/python3 -c 'import etcd' 2>/dev/null ||
        { echo "Patroni cannot speak to etcd: apt-get install python3-etcd"; return; }
    unshare --net --ipc -- bash -c '
        set -e
        ip link add switch type bridge
        ip link add one type veth peer name two
        nft "add table ip kopilka; add chain ip kopilka arriving { type filter hook prerouting priority raw; }"
    ' 2>/dev/null || echo "the kernel or the container allows no namespaces, bridges, veth or nft here"
}

# Ends what has begun to start, and shows why it did not.
give_up() {
    local code=$?
    trap - EXIT INT TERM
    tail -n 5 "$directory"/logs/* >&2 || true
    down
    exit "$code"
}

up() {
    local reason host
    reason=$(obstacle)
    [ -z "$reason" ] || fail "$reason" 77
    [ ! -e "$directory/switch" ] || fail "there is a cluster in $directory already; end it with: cluster.sh down"
    [[ $directory =~ ^[A-Za-z0-9/._-]+$ ]] || fail "the path must be of letters, digits and ._- only: $directory" 64
    # The path of a Unix socket has at most 107 bytes, and ours adds /alpha/socket/.s.PGSQL.5432.
    [ ${#directory} -le 78 ] || fail "the path is too long for Unix sockets: $directory" 64
    mkdir -p "$directory"
    as_postgres test -x "$directory" || fail "the user postgres cannot enter $directory"
    # Until all is up, the end of this script is a failure, an interrupt included.
    trap give_up EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    make_network
    configure
    for host in "${hosts[@]}"; do start "$host" etcd; done
    # Patroni that finds no leader in etcd sleeps for five seconds.
    await 30 "leader among the etcd" says alpha 2379 health
    # The other machines begin when there is something to copy: until then Patroni looks every ten seconds only.
    start alpha patroni
    await 60 "primary" primary >/dev/null
    start beta patroni
    start gamma patroni
    await 60 "synchronous standby" has_standby
    create_database
    trap - EXIT INT TERM
    # At once, for who wants only the first line (`head -n 1`) closes the pipe after it.
    printf '%s\n' "$(url)" "password: $directory/password, for libpq: $directory/pgpass"
}

# The address of the database. The hosts are tried in this order, and only the primary is accepted.
url() {
    local addresses
    addresses=$(address alpha),$(address beta),$(address gamma)
    echo "postgresql://kopilka@$addresses/kopilka?target_session_attrs=read-write"
}

down() {
    local host machines=()
    # Killed, for nothing is left over anywhere: the namespaces hold all that PostgreSQL keeps in memory. Only initdb
    # would leave files in /dev/shm; it takes less than a second.
    for host in "${hosts[@]}" switch; do
        [ -d "$directory/$host" ] || continue
        for _ in {1..200}; do
            initdb_runs "$host" || break
            sleep 0.05
        done
        stop_host "$host"
        end_process "$directory/$host/keeper.pid"
        machines+=("$directory/$host")
    done
    [ ${#machines[@]} -eq 0 ] || rm -rf "${machines[@]}"
    rm -f "$directory/password" "$directory/pgpass"
    if [ "${1:-}" = --purge ]; then
        rm -rf "$directory/logs"
        # Only what is ours goes: a directory with files of others stays.
        rmdir "$directory" 2>/dev/null || true
    fi
}

start_host() {
    start "$1" etcd
    start "$1" patroni
}

command=${1:-}
case $command in
    check)
        reason=$(obstacle)
        [ -z "$reason" ] || { echo "$reason"; exit 77; }
        exit 0
        ;;
    up | down | status | primary | url | ready) least=2 ;;
    heal) least=2 ;;
    cut | stop-host | start-host) least=3 ;;
    run | cut-from | kill | start) least=4 ;;
    *) usage >&2; exit 64 ;;
esac
[ $# -ge "$least" ] || { usage >&2; exit 64; }

directory=$(realpath -m "$2")
hash=$(printf '%s' "$directory" | sha256sum | cut -c 1-8)
subnet=10.$((0x${hash:0:2})).$((0x${hash:2:2}))
shift 2
umask 022
case $command in up | start | start-host) close_inherited ;; esac
case $command in
    up | down) ;;
    *)
        [ -e "$directory/switch/keeper.pid" ] || fail "there is no cluster in $directory"
        [ "$least" -eq 2 ] || address "$1" >/dev/null
        [ "$command" = run ] || [ "$least" -eq 2 ] || [ "$1" != switch ] || fail "the switch stays as it is" 64
        ;;
esac

case $command in
    up) up ;;
    down) down "$@" ;;
    status) status ;;
    primary) primary ;;
    url) url ;;
    ready) await "${1:-30}" "primary with a synchronous standby" ready ;;
    run)
        host=$1
        shift
        keeper=$(keeper "$host")
        exec nsenter --target "$keeper" --net --ipc -- "$@"
        ;;
    cut) on switch ip link set "$1" nomaster ;;
    cut-from) cut_from "$1" "$2" ;;
    heal) heal ;;
    kill) kill_process "$1" "$2" ;;
    start) start "$1" "$2" ;;
    stop-host) stop_host "$1" ;;
    start-host) start_host "$1" ;;
esac
