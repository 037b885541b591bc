# shellcheck shell=bash
# Part of cluster.sh: the processes of a cluster. A number alone does not name a process, because numbers are used
# again; a number with the time of its start does.
#
# Uses: directory, binaries.
# shellcheck disable=SC2154

# The time when a process started, in ticks since the machine did; nothing, if there is no such process. It is the 22nd
# field; the second is a name in parentheses, which may contain spaces.
start_time() {
    local line fields
    # A zombie is only waiting for its parent to look.
    { read -r line <"/proc/$1/stat"; } 2>/dev/null || return 0
    read -ra fields <<<"${line##*) }"
    [ "${fields[0]}" = Z ] || echo "${fields[19]}"
}

# Writes down a process that we started.
remember() {
    echo "$1 $(start_time "$1")" >"$2"
}

# Prints the process that a file names; fails when it is gone.
running() {
    local pid time
    { read -r pid time <"$1"; } 2>/dev/null || return 1
    [ -n "$time" ] && [ "$(start_time "$pid")" = "$time" ] || return 1
    echo "$pid"
}

# The process that keeps the namespaces of a machine.
keeper() {
    running "$directory/$1/keeper.pid" || fail "the machine $1 is gone"
}

# PostgreSQL's first process on a machine. It writes its number and the time itself; the working directory proves that
# it is the one.
postmaster() {
    local pid data=$directory/$1/data
    { read -r pid <"$data/postmaster.pid"; } 2>/dev/null || return 1
    [[ $pid =~ ^[0-9]+$ ]] && [ "$(as_postgres readlink "/proc/$pid/cwd")" = "$data" ] || return 1
    echo "$pid"
}

# The processes on a machine without its keeper: those in its namespace. If somebody has ended the keeper, they are
# those of the user postgres that work in the directory of the machine. Processes may end while find looks at them.
members() {
    local keeper found namespace pattern
    if keeper=$(running "$directory/$1/keeper.pid"); then
        namespace=$(readlink "/proc/$keeper/ns/net")
        # The name has brackets, net:[4026532250], which would be a pattern.
        pattern="net:\\[${namespace//[^0-9]/}\\]"
        # Containers may let root look at the processes of others only as those others.
        found=$(
            find /proc/[0-9]*/ns/net -maxdepth 0 -lname "$pattern" 2>/dev/null || true
            as_postgres find /proc/[0-9]*/ns/net -maxdepth 0 -lname "$pattern" 2>/dev/null || true
        )
    else
        found=$(as_postgres find /proc/[0-9]*/cwd -maxdepth 0 -user postgres \
            \( -lname "$directory/$1" -o -lname "$directory/$1[ /]*" \) 2>/dev/null || true)
    fi
    cut -d / -f 3 <<<"$found" | sort -u | grep -vx "${keeper:-none}" | grep . || true
}

# Closes what our caller has left open, such as locks: what we start must not keep it.
close_inherited() {
    local file descriptor
    for file in "/proc/$BASHPID/fd/"*; do
        descriptor=${file##*/}
        # 255 is this script.
        if [ "$descriptor" -gt 2 ] && [ "$descriptor" -ne 255 ]; then exec {descriptor}>&-; fi
    done
}

# Starts a program of a machine as the user postgres, in a session of its own, with its output in a log and with
# nothing of our environment.
launch() {
    local host=$1 name=$2 pid
    shift 2
    running "$directory/$host/$name.pid" >/dev/null && fail "$name already runs on $host"
    (
        cd "$directory/$host" || exit
        exec setsid nsenter --target "$(keeper "$host")" --net --ipc -- \
            setpriv --reuid postgres --regid postgres --init-groups -- \
            env -i "PATH=$binaries:/usr/bin:/bin" LC_ALL=C.UTF-8 "HOME=$directory/$host" "$@"
    ) </dev/null >>"$directory/logs/$host-$name.log" 2>&1 &
    pid=$!
    # No message of this shell about its end.
    disown "$pid"
    remember "$pid" "$directory/$host/$name.pid"
}

# Kills a process and waits until it is gone. Nothing happens when it is gone already.
end_process() {
    local pid
    while pid=$(running "$1"); do
        kill -KILL "$pid" 2>/dev/null || true
        sleep 0.01
    done
    rm -f "$1"
}

# Kills one program of a machine: only that process, so that what it started goes on, or notices.
kill_process() {
    local pid
    case $2 in
        etcd | patroni) end_process "$directory/$1/$2.pid" ;;
        postgres)
            pid=$(postmaster "$1") || fail "PostgreSQL does not run on $1"
            kill -KILL "$pid"
            ;;
        *) fail "only etcd, patroni and postgres can be killed, not $2" 64 ;;
    esac
}

# Kills everything on a machine, until nothing is born any more.
stop_host() {
    local pids
    # A power failure stops everything at once: whoever is stopped cannot react to the end of another.
    mapfile -t pids < <(members "$1")
    [ ${#pids[@]} -eq 0 ] || kill -STOP "${pids[@]}" 2>/dev/null || true
    while mapfile -t pids < <(members "$1"); [ ${#pids[@]} -gt 0 ]; do
        kill -KILL "${pids[@]}" 2>/dev/null || true
        sleep 0.02
    done
    rm -f "$directory/$1/etcd.pid" "$directory/$1/patroni.pid"
}

# Looks again and again until a command succeeds.
await() {
    local limit=$1 what=$2
    shift 2
    local deadline=$((SECONDS + limit))
    until "$@"; do
        [ "$SECONDS" -lt "$deadline" ] || fail "there was no $what within $limit s"
        sleep 0.1
    done
}
