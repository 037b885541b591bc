#!/usr/bin/env bash
# Tries the Debian package in a bare Debian 12 that is booted with systemd, as people would: one with a house of their own,
# and one with the units of the system; an upgrade with data kept; removal and purge. Needs root, debootstrap and
# systemd-nspawn. Everything is below the directory that is named, and the machine is gone afterwards.
#
# Usage: Shared/Packaging/Scripts/try-package.sh PACKAGE DIRECTORY [PACKAGE_OF_THE_VERSION_BEFORE]
set -euo pipefail

package=$(realpath "$1")
directory=$(realpath -m "$2")
kept=$directory/kept
machine=$directory/machine
leader=

step() { printf '%s\n' "- $*"; }
fail() { echo "FAILED: $*" >&2; exit 1; }

# Runs a command in the machine, as root.
inside() { nsenter --target "$leader" --mount --uts --ipc --net --pid --cgroup --root --wd -- env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "$@"; }
# Runs a command line in the machine, as a user who has signed in.
as() { inside su --login "$1" --command "$2"; }
# Fails unless a text has a line like that.
holds() { grep -qE -- "$1" <<<"$2" || fail "no $1 in: $2"; }
until_true() {
    local end=$((SECONDS + 60))
    until "$@" >/dev/null 2>&1; do
        [ $SECONDS -lt $end ] || fail "in vain for a minute: $*"
        sleep 0.2
    done
}

leave() {
    local code=$?
    trap - EXIT INT TERM
    if [ "$code" -ne 0 ] && [ -n "$leader" ]; then
        { inside systemctl --no-pager --failed; inside journalctl --no-pager --lines=60 --unit 'kopilka*'; } >&2 || true
    fi
    # systemd as the first process takes SIGTERM for something else.
    [ -z "$leader" ] || kill -KILL "$leader" 2>/dev/null || true
    [ -z "${spawner:-}" ] || wait "$spawner" 2>/dev/null || true
    rm -rf "$machine"
    exit "$code"
}

# A base that earlier trials have made is used again.
base=$directory/bookworm
if [ ! -e "$base.whole" ]; then
    step "a bare Debian 12"
    rm -rf "$base"
    mkdir -p "$directory"
    debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,sudo bookworm "$base" http://deb.debian.org/debian > "$directory/debootstrap.log"
    touch "$base.whole"
fi
rm -rf "$machine"
cp -a "$base" "$machine"
# Prints the newest package of an earlier version that a trial has kept.
earlier() {
    local candidate best= version highest=
    for candidate in "$kept"/*.deb; do
        [ -e "$candidate" ] || continue
        version=$(dpkg-deb --field "$candidate" Version)
        dpkg --compare-versions "$version" lt "$(dpkg-deb --field "$package" Version)" || continue
        [ -z "$highest" ] || dpkg --compare-versions "$version" gt "$highest" || continue
        best=$candidate highest=$version
    done
    echo "$best"
}
# Without one, the version before is this one with a smaller number.
before=${3:-$(earlier)}
if [ -z "$before" ]; then
    before=$directory/before.deb
    rm -rf "$directory/before"
    dpkg-deb --raw-extract "$package" "$directory/before"
    sed -i 's/^Version: .*/&~before/' "$directory/before/DEBIAN/control"
    dpkg-deb --root-owner-group --build "$directory/before" "$before" > /dev/null
    rm -rf "$directory/before"
fi

trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
# sudo asks for the address of its own machine.
echo "127.0.0.1 localhost $(uname -n)" > "$machine/etc/hosts"
cp "$package" "$machine/root/kopilka.deb"
cp "$before" "$machine/root/before.deb"
rm -f "$machine/etc/resolv.conf"
cp -L /etc/resolv.conf "$machine/etc/resolv.conf"
find /etc/apt/apt.conf.d -name '*proxy*' -exec cp {} "$machine/etc/apt/apt.conf.d/" \;

step "it boots with systemd"
systemd-nspawn --quiet --directory="$machine" --register=no --keep-unit --boot \
    --system-call-filter="landlock_create_ruleset landlock_add_rule landlock_restrict_self" < /dev/null > "$directory/console" 2>&1 &
spawner=$!
until_true pgrep --parent "$spawner"
leader=$(pgrep --parent "$spawner")
until_true inside systemctl is-system-running --wait
inside true

step "apt installs the package and nothing that it needs is missing"
inside sh -c 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends /root/before.deb' > "$directory/apt.log" 2>&1 || { tail "$directory/apt.log" >&2; fail "apt install"; }
inside sh -c '! command -v swift && ! ldd /usr/libexec/kopilka/* 2>/dev/null | grep "not found"' || fail "a library is missing"
[ "$(inside systemctl is-active kopilka.target || true)" = inactive ] || fail "it started unasked"

step "somebody registers, and needs to know nothing else"
inside useradd --create-home --shell /bin/bash anna
inside sh -c 'echo "a sunny day in Kazan" > /home/anna/password; chown anna: /home/anna/password'
as anna 'gateway register anna@example.org --password-file password' || fail "register"
as anna 'gateway account open RUB main && gateway deposit main 1000.50 && gateway account open RUB spare' >/dev/null || fail "accounts"
as anna 'gateway transfer main spare 250 --yes' > /dev/null || fail "transfer"
holds '750[.,]50' "$(as anna 'gateway accounts')"
inside test -e /usr/share/man/man8/kopilka-ledger.8.gz || fail "there is no manual page of ledger"
as anna 'gateway doctor' > "$directory/doctor" || { cat "$directory/doctor" >&2; fail "doctor"; }
as anna 'gateway backup create backup.tar.zst && gateway backup verify backup.tar.zst' > /dev/null || fail "backup"

step "systemd keeps a person's house running"
# Before there are sessions: they have another directory for sockets.
as anna 'gateway down' >/dev/null 2>&1 || fail "gateway down"
inside sh -c 'DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends dbus-user-session libpam-systemd' >> "$directory/apt.log" 2>&1 || fail "no sessions of people"
inside loginctl enable-linger anna
person='export XDG_RUNTIME_DIR=/run/user/$(id -u);'
until_true as anna "$person systemctl --user is-active default.target"
as anna "$person systemctl --user enable --now kopilka" || fail "the unit of a person does not start"
holds '750[.,]50' "$(as anna "$person gateway accounts")"
holds 'landlock.version' "$(as anna "$person gateway logs ledger")"
as anna "$person systemctl --user disable --now kopilka"
as anna 'gateway up --detach' > /dev/null || fail "gateway up"

step "the house of the machine, by its units"
inside systemctl enable --now --quiet kopilka.target kopilka-web.service || fail "the units do not start"
kopilka() { inside sudo -u kopilka env LANG=C.UTF-8 "$@"; }
until_true kopilka gateway status
for service in auth ledger history scanner patterns bonds subscriptions notifications; do
    [ "$(inside systemctl is-active "kopilka@$service.service")" = active ] || fail "$service is not active"
done
inside sh -c 'echo "a rainy day in Perm" > /var/lib/kopilka/password; chown kopilka: /var/lib/kopilka/password'
kopilka gateway register house@example.org --password-file /var/lib/kopilka/password || fail "register in the house of the machine"
kopilka gateway account open RUB main >/dev/null && kopilka gateway deposit main 42 > /dev/null || fail "deposit"
kopilka gateway doctor > "$directory/doctor" || { cat "$directory/doctor" >&2; fail "doctor of the house of the machine"; }
holds 'landlock.version' "$(inside journalctl --no-pager -u kopilka@ledger.service)"
entry=$(inside journalctl --no-pager --output=json -u kopilka@ledger.service KOPILKA_MESSAGE=confined --lines=1)
for field in '"PRIORITY":"5"' '"KOPILKA_LEVEL":"notice"' '"KOPILKA_SERVICE":"ledger"' '"KOPILKA_LANDLOCK_VERSION":"[0-9]+"' '"SYSLOG_IDENTIFIER":"ledger"'; do
    holds "$field" "$(tr -d ' ' <<<"$entry")"
done
[ -z "$(inside journalctl --no-pager --output=cat -u kopilka@ledger.service --grep '^[{]')" ] || fail "lines of ledger go past the journal's socket"
inside sh -c 'command -v curl >/dev/null || DEBIAN_FRONTEND=noninteractive apt-get install -y -qq curl >/dev/null 2>&1'
until_true inside curl -fsS http://127.0.0.1:8417/
inside systemctl enable --now --quiet kopilka-metrics.service
until_true inside sh -c 'curl -fsS http://127.0.0.1:9417/metrics | grep "^kopilka_up" | grep -c " 1$" | grep -qx 8'

step "a backup every night, and one of them restored"
[ "$(inside systemctl is-active kopilka-backup.timer)" = active ] || fail "the timer of the backups does not run"
inside systemctl start kopilka-backup.service || fail "no backup"
backup=$(inside sh -c 'ls /var/lib/kopilka/backups/kopilka-*.tar.zst')
holds 'backups +good' "$(kopilka gateway doctor --quick)"
holds 'next backup' "$(kopilka gateway backup schedule)"
kopilka gateway backup verify "$backup" > /dev/null || fail "the backup of the timer is not good"
kopilka gateway deposit main 1 > /dev/null
inside systemctl stop kopilka-web.service kopilka-metrics.service kopilka.target 'kopilka@*.service' 'kopilka@*.socket' 'kopilka-events@*.socket'
kopilka gateway backup restore "$backup" --replace > /dev/null || fail "restore"
inside systemctl start kopilka.target kopilka-web.service kopilka-metrics.service
until_true kopilka gateway status
holds '42[.,]00' "$(kopilka gateway accounts)"

step "traces and logs go to a collector"
inside systemctl start kopilka-telemetry.service 2>/dev/null && fail "it starts without a collector"
inside sh -c 'command -v python3 >/dev/null || DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3 >/dev/null 2>&1'
cat > "$machine/root/collector.py" <<'PYTHON'
import http.server

class Collector(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        with open("/tmp/taken", "ab") as taken:
            taken.write(self.path.encode() + b" " + self.rfile.read(int(self.headers["Content-Length"])) + b"\n")
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

http.server.HTTPServer(("127.0.0.1", 4318), Collector).serve_forever()
PYTHON
inside systemd-run --quiet --unit=collector /usr/bin/python3 /root/collector.py
inside sh -c 'echo KOPILKA_OTLP_ENDPOINT=http://127.0.0.1:4318 >> /etc/default/kopilka; echo KOPILKA_OTLP_LOGS=notice >> /etc/default/kopilka'
inside systemctl reset-failed kopilka-telemetry.service
inside systemctl enable --now --quiet kopilka-telemetry.service
kopilka gateway deposit main 0.50 > /dev/null && kopilka gateway withdraw main 0.50 > /dev/null || fail "a deposit and a withdrawal"
until_true inside grep -q '^/v1/traces .*kopilka.gateway' /tmp/taken
until_true inside grep -q '^/v1/traces .*kopilka.ledger' /tmp/taken
inside systemctl restart kopilka@bonds.service
until_true inside grep -qE '^/v1/logs .*kopilka.bonds.*landlock_version' /tmp/taken
inside systemctl disable --now --quiet kopilka-telemetry.service
inside systemctl stop collector.service
if as anna 'KOPILKA_RUN=/run/kopilka gateway health ledger' >/dev/null 2>&1; then fail "anybody reaches the house of the machine"; fi

step "a service that is killed is started again, and money stays"
killed=$(inside systemctl show --property=MainPID --value kopilka@ledger.service)
inside sh -c "kill -KILL $killed"
until_true inside sh -c "[ \"\$(systemctl show --property=MainPID --value kopilka@ledger.service)\" != $killed ]"
until_true kopilka gateway health ledger
holds '42[.,]00' "$(kopilka gateway accounts)"

step "started by the first request only"
inside systemctl disable --now --quiet kopilka.target kopilka-web.service kopilka-metrics.service
inside systemctl start kopilka-sockets.target
[ "$(inside systemctl is-active kopilka@ledger.service || true)" = inactive ] || fail "ledger did not wait for a request"
holds '42[.,]00' "$(kopilka gateway accounts)"
[ "$(inside systemctl is-active kopilka@ledger.service)" = active ] || fail "a request did not start ledger"
inside systemctl stop kopilka-sockets.target
inside systemctl enable --now --quiet kopilka.target

step "an upgrade from $(dpkg-deb --field "$before" Version) keeps what there is"
inside sh -c 'DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends /root/kopilka.deb' >> "$directory/apt.log" 2>&1 || { tail "$directory/apt.log" >&2; fail "upgrade"; }
[ "$(inside dpkg-query --show --showformat='${Version}' kopilka)" = "$(dpkg-deb --field "$package" Version)" ] || fail "it is still the version before"
until_true kopilka gateway status
holds '42[.,]00' "$(kopilka gateway accounts)"
kopilka gateway doctor > "$directory/doctor" || { cat "$directory/doctor" >&2; fail "doctor after the upgrade"; }
as anna 'gateway restart' > /dev/null || fail "anna's house does not start again"
holds '750[.,]50' "$(as anna 'gateway accounts')"

step "removed: data stay"
inside sh -c 'DEBIAN_FRONTEND=noninteractive apt-get remove -y -qq kopilka' >> "$directory/apt.log" 2>&1 || fail "remove"
inside test -e /var/lib/kopilka/ledger/ledger.db || fail "removing the package removed money"
[ -z "$(inside find /proc -maxdepth 1 -user kopilka -name '[0-9]*')" ] || fail "something still runs"
step "purged: data stay unless somebody says otherwise"
inside sh -c 'DEBIAN_FRONTEND=noninteractive apt-get purge -y -qq kopilka' >> "$directory/apt.log" 2>&1 || fail "purge"
inside test -e /var/lib/kopilka/ledger/ledger.db || fail "purging the package removed money unasked"
inside sh -c 'DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends /root/kopilka.deb; echo "kopilka kopilka/purge-data boolean true" | debconf-set-selections; DEBIAN_FRONTEND=noninteractive apt-get purge -y -qq kopilka' >> "$directory/apt.log" 2>&1 || fail "purge"
inside test ! -e /var/lib/kopilka || fail "data were to be removed"
inside test -e /home/anna/.local/share/kopilka/ledger/ledger.db || fail "a person's house was touched"
# The trial of the next version upgrades from it.
mkdir -p "$kept"
cp "$package" "$kept/"
echo "The package does what it should."
