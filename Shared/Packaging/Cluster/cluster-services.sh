# shellcheck shell=bash
# Part of cluster.sh: what runs on each machine. etcd keeps the lease of the primary, Patroni obeys it, PostgreSQL has
# the data and copies each commit to a standby before it is acknowledged.
#
# Uses: directory, hash, subnet, hosts, address, on.
# shellcheck disable=SC2154

# The newest PostgreSQL of the system.
binaries=$(find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)

as_postgres() {
    setpriv --reuid postgres --regid postgres --init-groups -- "$@"
}

# Whether a database cluster is being created on a machine.
initdb_runs() {
    local pid
    for pid in $(members "$1"); do
        [ "$(cat "/proc/$pid/comm" 2>/dev/null)" != initdb ] || return 0
    done
    return 1
}

# Asks the PostgreSQL of a machine. Its socket is a file, so that no cut is in the way.
ask() {
    local host=$1
    shift
    as_postgres timeout 3 "$binaries/psql" --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 \
        --host "$directory/$host/socket" --username postgres postgres "$@"
}

# 32 hexadecimal digits.
random_password() {
    od -An -N16 -tx1 /dev/urandom | tr -d ' \n'
}

# Writes the files of all machines and of the clients.
configure() {
    local host password superuser replicator
    password=$(random_password) superuser=$(random_password) replicator=$(random_password)
    (
        umask 077
        echo "$password" >"$directory/password"
        echo "*:*:*:kopilka:$password" >"$directory/pgpass"
    )
    for host in "${hosts[@]}"; do
        (
            umask 077
            mkdir "$directory/$host/etcd" "$directory/$host/data" "$directory/$host/socket"
            patroni_settings "$host" "$superuser" "$replicator" >"$directory/$host/patroni.yml"
        )
        chown -R postgres:postgres "$directory/$host"
    done
}

# The settings of Patroni. It speaks to etcd by the second version of its interface, where it renews a lease only if it
# still has it. By the third, Patroni 3.0.2 overwrites the lease of whoever was promoted meanwhile (corrected in 3.0.3:
# github.com/patroni/patroni/pull/2689): a primary that was cut off becomes the primary again, and what was committed in
# between is lost, though it was acknowledged by a synchronous standby.
#
# Each Patroni asks the etcd of the other machines only (`use_proxies`: it must not look for more). Patroni reads by the
# second version without a quorum, and the etcd of a machine that is cut off goes on answering what it knew: that the
# machine leads. When the machine is reached again and the lease of its successor has just run out, Patroni takes it as
# its own, without a look at who has the newest data.
#
# A lease of 9 s, and a standby that is silent for 3 s is gone: without that, PostgreSQL waits
# a minute for one that is cut off, and so does every commit. Nothing is kept outside of the directory: shared memory of
# the kind `posix` would leave files in /dev/shm after kill -9.
patroni_settings() {
    local host=$1 superuser=$2 replicator=$3 other endpoints=()
    for other in "${hosts[@]}"; do
        [ "$other" = "$host" ] || endpoints+=("$(address "$other"):2379")
    done
    cat <<END
scope: kopilka-$hash
name: $host
restapi: {listen: "$(address "$host"):8008", connect_address: "$(address "$host"):8008"}
etcd: {hosts: "$(IFS=,; echo "${endpoints[*]}")", use_proxies: true}
bootstrap:
  dcs:
    ttl: 9
    loop_wait: 1
    retry_timeout: 3
    synchronous_mode: true
    synchronous_mode_strict: true
    synchronous_node_count: 1
    postgresql:
      use_pg_rewind: true
      parameters:
        synchronous_commit: "on"
        fsync: "on"
        wal_sender_timeout: 3s
        wal_receiver_timeout: 3s
        wal_log_hints: "on"
        shared_buffers: 16MB
        max_wal_size: 256MB
        max_connections: 100
  initdb: [{encoding: UTF8}, {locale: C}, data-checksums, no-sync]
postgresql:
  listen: "$(address "$host"):5432"
  connect_address: "$(address "$host"):5432"
  data_dir: $directory/$host/data
  bin_dir: $binaries
  pgpass: $directory/$host/pgpass
  use_unix_socket: true
  authentication:
    superuser: {username: postgres, password: $superuser}
    replication: {username: replicator, password: $replicator}
  parameters:
    unix_socket_directories: $directory/$host/socket
    dynamic_shared_memory_type: sysv
  pg_hba:
    - local all all peer
    - host replication replicator $subnet.0/24 scram-sha-256
    - host all all $subnet.0/24 scram-sha-256
  basebackup: [{checkpoint: fast}, no-sync]
watchdog: {mode: "off"}
END
}

# Stops the PostgreSQL that Patroni has left behind, as a watchdog does.
stop_orphan() {
    running "$directory/$1/patroni.pid" >/dev/null || ! postmaster "$1" >/dev/null ||
        as_postgres "$binaries/pg_ctl" stop --silent --mode immediate --pgdata "$directory/$1/data"
}

# Becomes Patroni when the lease of the primary is free or another's. Patroni 3.0.2 lets any standby confirm commits when
# it starts (synchronous_standby_names = '*'; github.com/patroni/patroni/pull/3435), although only the standby that etcd
# names may take over. What another standby has confirmed is then lost.
become_patroni() {
    local host=$1 address=$2 lease=$3 settings=$4 answer
    until answer=$(exec 3<>"/dev/tcp/$address/2379" && printf 'GET %s HTTP/1.0\r\n\r\n' "$lease" >&3 && cat <&3) &&
        [[ $answer == *" 404 "* || $answer == *'"value":'* && $answer != *'"value":"'"$host"'"'* ]]; do
        sleep 0.2
    done 2>/dev/null
    exec patroni "$settings"
}

start() {
    local host=$1 other address cluster=()
    address=$(address "$host")
    case $2 in
        etcd)
            for other in "${hosts[@]}"; do cluster+=("$other=http://$(address "$other"):2380"); done
            launch "$host" etcd etcd --name "$host" --data-dir "$directory/$host/etcd" --enable-v2 \
                --log-level warn --logger zap \
                --listen-client-urls "http://$address:2379" --advertise-client-urls "http://$address:2379" \
                --listen-peer-urls "http://$address:2380" --initial-advertise-peer-urls "http://$address:2380" \
                --initial-cluster "$(IFS=,; echo "${cluster[*]}")" --initial-cluster-token "kopilka-$hash"
            ;;
        patroni)
            stop_orphan "$host"
            launch "$host" patroni bash -c "$(declare -f become_patroni); become_patroni \"\$@\"" bash \
                "$host" "$address" "/v2/keys/service/kopilka-$hash/leader?quorum=true" "$directory/$host/patroni.yml"
            ;;
        *) fail "only etcd and patroni can be started, not $2" 64 ;;
    esac
}

# What the PostgreSQL of a machine is, for people and for `primary`: "primary TIMELINE", "standby", or "down".
role() {
    ask "$1" --command "SELECT CASE WHEN pg_is_in_recovery() THEN 'standby'
        ELSE 'primary ' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END" 2>/dev/null || echo down
}

# The machine with the primary. One that was cut off takes itself for the primary until its lease ends; if another has
# been promoted meanwhile, that one has the later timeline.
primary() {
    local host found
    found=$(for host in "${hosts[@]}"; do echo "$(role "$host") $host"; done | grep '^primary' | sort | tail -n 1)
    [ -n "$found" ] || return 1
    echo "${found##* }"
}

# Whether a commit would be acknowledged, and a standby may be promoted: Patroni says so to who asks for /sync.
has_standby() {
    local host primary
    primary=$(primary) || return 1
    [ "$(ask "$primary" --command "SELECT count(*) > 0 FROM pg_stat_replication
        WHERE sync_state = 'sync'" 2>/dev/null)" = t ] || return 1
    for host in "${hosts[@]}"; do ! says "$host" 8008 sync || return 0; done
    return 1
}

# How long a PostgreSQL may take to start, in seconds.
start_limit=30

# Whether the PostgreSQL of a machine does not come up. Patroni looks whether a standby needs pg_rewind before it starts
# it, and again when it has started. One that was started when nobody led, or from a copy that is half done, may wait for
# commits that no longer exist, and Patroni waits with it for ever (github.com/patroni/patroni/issues/3650).
does_not_start() {
    local began code=0
    # The third line is the time of the start.
    postmaster "$1" >/dev/null && began=$(sed -n 3p "$directory/$1/data/postmaster.pid") &&
        [ "$(($(date +%s) - began))" -ge "$start_limit" ] || return 1
    "$binaries/pg_isready" --quiet --timeout 3 --host "$directory/$1/socket" || code=$?
    # It rejects connections. A busy one would not answer in time, which is another code.
    [ "$code" -eq 1 ]
}

# Copies the primary anew to a machine, as an operator does with `patronictl reinit`.
copy_anew() {
    # The shell on that machine is to read its own arguments.
    # shellcheck disable=SC2016
    on "$1" timeout 5 bash -c '
        exec 3<>"/dev/tcp/$0/8008"
        printf "POST /reinitialize HTTP/1.0\r\nContent-Length: 15\r\n\r\n{\"force\": true}" >&3
        head -n 1 <&3 | grep -q " 200 "
    ' "$(address "$1")" 2>/dev/null && echo "$1 is copied anew: its PostgreSQL did not start"
}

# Waits until a commit would be acknowledged. Each machine whose PostgreSQL does not start gets a new copy.
ready() {
    local host
    for host in "${hosts[@]}"; do ! does_not_start "$host" || copy_anew "$host" || true; done
    has_standby
}

# Whether a program of a machine says yes to a question in its path: etcd (port 2379) and Patroni (8008) speak HTTP.
says() {
    # The shell on that machine is to read its own arguments.
    # shellcheck disable=SC2016
    on "$1" timeout 2 bash -c '
        exec 3<>"/dev/tcp/$0/$1" && printf "GET /%s HTTP/1.0\r\n\r\n" "$2" >&3 && head -n 1 <&3 | grep -q " 200 "
    ' "$(address "$1")" "$2" "$3" 2>/dev/null
}

create_database() {
    local primary
    primary=$(primary)
    ask "$primary" >/dev/null <<END
CREATE ROLE kopilka LOGIN PASSWORD '$(cat "$directory/password")';
CREATE DATABASE kopilka OWNER kopilka;
END
}

status() {
    local host program line
    for host in "${hosts[@]}"; do
        line="$host $(address "$host")"
        for program in etcd patroni; do
            line+=" $program="
            if running "$directory/$host/$program.pid" >/dev/null; then line+=up; else line+=down; fi
        done
        line+=" postgres=$(role "$host" | cut -d ' ' -f 1)"
        ! says "$host" 8008 sync || line+=" synchronous"
        [[ $(on switch ip link show dev "$host") == *" master "* ]] || line+=" cut"
        [ -z "$(on "$host" nft list tables)" ] || line+=" deaf-to-some"
        echo "$line"
    done
}
