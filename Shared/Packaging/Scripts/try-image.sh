#!/usr/bin/env bash
# Tries a container image with compose.yaml as people would, by the commands of the manual, in a Podman of its own: people
# and money, files, backup and restore, a kill, an upgrade, secrets, languages; then the image alone as a whole house. Needs
# root, podman with runc and catatonit, and python3-venv for podman-compose. Everything is below the directory that is
# named, and the Podman with all it has is gone afterwards.
#
# Usage: Shared/Packaging/Scripts/try-image.sh ARCHIVE DIRECTORY
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
archive=$(realpath "$1")
directory=$(realpath -m "$2")
trial=$directory/trial
manual=$PWD/Shared/Docs/Manual/containers.md
housekeeping=$PWD/Shared/Docs/HOUSEKEEPING.md
sample=$PWD/Tests/Samples/Banks/sber.csv
services=(auth ledger history scanner patterns bonds subscriptions notifications)
wanted="podman-compose==1.6.0"
# shellcheck source=podman.sh
source Shared/Packaging/Scripts/podman.sh

step() { printf '%s\n' "- $*"; }
fail() { echo "FAILED: $*" >&2; exit 1; }
# Fails unless a text has a line like that.
holds() { grep -qE -- "$1" <<<"$2" || fail "no $1 in: $2"; }
until_true() {
    local end=$((SECONDS + 60))
    until "$@" >/dev/null 2>&1; do
        [ $SECONDS -lt $end ] || fail "in vain for a minute: $*"
        sleep 0.1
    done
}
podman() { "$trial/podman" "$@"; }
# Without the language and zone of whoever runs this: .env decides.
compose() { env -u LANG -u TZ PATH="$trial:$PATH" "$directory/venv/bin/podman-compose" --profile tools "$@"; }
container() { echo "kopilka_$1_1"; }
# Where no systemd asks for the health, this does.
healthy() { podman healthcheck run "$(container "$1")"; }
all_healthy() { local service; for service in "${services[@]}"; do until_true healthy "$service"; done; }

start() {
    compose up --detach --no-build "${services[@]}" > "$directory/up.log" 2>&1 || { tail "$directory/up.log" >&2; fail "up"; }
}

# The manual says docker: what it says is done by Podman.
docker() {
    case "$1 ${2:-}" in
        "compose up") start && all_healthy ;;
        "compose down") compose down --timeout 15 > "$directory/down.log" 2>&1 ;;
        # There is no terminal here.
        "compose run") compose run -T "${@:3}" ;;
        "compose "*) compose "${@:2}" ;;
        # Nor here; and the image is that of this trial.
        "exec -it") podman exec "${@:3}" ;;
        *) podman "$@" ;;
    esac
}
# Prints a block of code of a document: the Nth below a heading.
block() {
    awk -v heading="$2" -v wanted="$3" '
        /^## / { inside = $0 == heading }
        inside && /^```./ { open = ++count == wanted; next }
        /^```$/ { open = 0 }
        inside && open' "$1"
}
# Runs such a block, in the directory of compose.yaml.
follow() {
    local lines line
    lines=$(block "$@")
    [ -n "$lines" ] || fail "$1 has no block $3 below $2"
    while read -r line <&3; do
        eval "$line" < /dev/null || { echo "in vain: $line"; return 1; }
    done 3<<<"$lines"
}
gateway() { compose run --rm -T gateway "$@"; }
operator() { compose run --rm -T operator "$@"; }

leave() {
    local code=$?
    trap - EXIT INT TERM
    if [ "$code" -ne 0 ]; then
        { podman ps --all; for service in "${services[@]}"; do podman logs --tail 5 "$(container "$service")"; done; } >&2 2>/dev/null || true
    fi
    cd /
    remove_podman "$trial"
    exit "$code"
}

remove_podman "$trial"
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
make_podman "$trial" || fail "$podman_trouble"
if [ "$(cat "$directory/venv/wanted" 2>/dev/null)" != "$wanted" ]; then
    python3 -m venv --clear "$directory/venv"
    "$directory/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input "$wanted"
    echo "$wanted" > "$directory/venv/wanted"
fi

step "the image: what it says of itself"
podman load --quiet --input "$archive" > /dev/null
image() { podman image inspect --format "$1" kopilka; }
for label in title description version revision licenses; do
    [ -n "$(image "{{index .Config.Labels \"org.opencontainers.image.$label\"}}")" ] || fail "no label $label"
done
[ "$(image '{{.Config.User}} {{.Config.Healthcheck.Test}} {{.Config.Volumes}}')" \
    = "kopilka [CMD health-check] map[/var/lib/kopilka:{}]" ] || fail "user, health check or volume"
inside() { podman run --rm --network none --entrypoint "$1" kopilka "${@:2}"; }
holds '^uid=417\(kopilka\) gid=417\(kopilka\) groups=417\(kopilka\)$' "$(inside id)"
inside sh -c '! ldd /usr/libexec/kopilka/* 2>/dev/null | grep "not found"' || fail "a library is missing"
inside cat /usr/share/kopilka/sbom.spdx.json > "$directory/sbom.json"
inside dpkg-query --show --showformat='${Package} ${Version}\n' | sort > "$directory/installed"
python3 - "$directory/sbom.json" <<'PYTHON' | sort | diff "$directory/installed" - || fail "the bill of materials is not what is installed"
import json, sys
for package in json.load(open(sys.argv[1]))["packages"]:
    if package["SPDXID"].startswith("SPDXRef-deb-"): print(package["name"], package["versionInfo"])
PYTHON
echo "  $(($(image '{{.Size}}') / 1000000)) MB, $(wc -l < "$directory/installed") Debian packages"

project=$trial/kopilka
mkdir -p "$project/Shared/Packaging"
cp compose.yaml "$project/"
cp Shared/Packaging/{compose.service.yaml,Dockerfile} "$project/Shared/Packaging/"
cp "$sample" "$project/statement.csv"
chmod 0644 "$project/statement.csv"
cd "$project"
[ "$(cat compose.yaml Shared/Packaging/compose.service.yaml | grep -c '^ *build:')" -eq 1 ] || fail "more than one container builds"

step "eight services become healthy"
begin=$(date +%s%N)
start
created=$(date +%s%N)
all_healthy
echo "  podman-compose starts them one after another: $(((created - begin) / 1000000)) ms;" \
    "the eight checks: $((($(date +%s%N) - created) / 1000000)) ms"
[ "$(podman ps --quiet | wc -l)" -eq 8 ] || fail "$(podman ps)"
! podman volume ls --quiet | grep -v '^kopilka_' || fail "a volume without a name"

step "somebody registers, and has money"
gateway register anna@example.org --name Anna --password-stdin <<< "a sunny day in Kazan" > /dev/null || fail "register"
for account in main spare; do gateway account open RUB "$account" > /dev/null || fail "account open"; done
gateway deposit main 5000.50 --category salary > /dev/null || fail "deposit"
gateway transfer main spare 250 --yes > /dev/null || fail "transfer"
holds '4.750[.,]50' "$(gateway accounts)"
holds 'salary' "$(gateway history)"
holds 'the books balance' "$(gateway check)"

step "files come and go by standard input and output, and by a directory"
follow "$manual" "## Files" 1 > "$directory/files.log" 2>&1 || { cat "$directory/files.log" >&2; fail "files"; }
[ "$(head -c 4 balance.png | tail -c 3)" = PNG ] || fail "balance.png is no picture"
! grep -i fontconfig "$directory/files.log" || fail "fontconfig complains"
chmod 0755 "$trial" "$project"
holds 'added before|nothing new|already|twice|known' "$(compose run --rm -T -v "$PWD:/files:ro" gateway import /files/statement.csv main --preview 2>&1)"

step "the doctor sees keys and databases"
seen=$(operator doctor) || fail "doctor: $seen"
holds 'keys +good +18 files' "$seen"
for service in "${services[@]}"; do holds "storage $service +good" "$seen"; done
holds 'books +good' "$seen"
holds 'confinement +good' "$seen"

step "no container sees what belongs to another"
for service in "${services[@]}"; do
    within() { podman exec "$(container "$service")" sh -c "$1"; }
    found=$(within "find / -path /proc -prune -o -path /sys -prune -o -type f \( -name '*.db' -o -name '*.secret' \) -print 2>/dev/null" || true)
    ! grep -v "^/var/lib/kopilka/$service/" <<<"$found" || fail "$service sees data of others"
    grep -q "^/var/lib/kopilka/$service/$service.db$" <<<"$found" || fail "$service does not see its own data"
    other=auth
    [ "$service" != auth ] || other=ledger
    ! within ": > /var/lib/kopilka/keys/$other/mark" 2>/dev/null || fail "$service writes the key of another"
    ! within ": > /var/lib/kopilka/mark" 2>/dev/null || fail "$service writes beside its data"
    [ "$(within 'tail -n +3 /proc/net/dev | grep -vc " *lo:"')" = 0 ] || fail "$service has a network"
done

step "logs"
holds '"message":"service ready"' "$(docker compose logs ledger 2>&1)"

step "backup and restore, as the manual says it"
follow "$manual" "## Backup and restore" 1 > "$directory/backup.log" 2>&1 || { cat "$directory/backup.log" >&2; fail "backup"; }
holds 'the backup is good' "$(cat "$directory/backup.log")"
sudo() { "$@"; }
follow "$manual" "## Backup and restore" 2 > "$directory/backup.log" 2>&1 || { cat "$directory/backup.log" >&2; fail "backup outside"; }
[ "$(stat --format='%u %a' backups/kopilka.tar.zst)" = "417 600" ] || fail "the backup outside is not as it should be"
before=$(gateway accounts)
gateway deposit main 1 > /dev/null
[ "$before" != "$(gateway accounts)" ] || fail "a deposit changed nothing"
follow "$manual" "## Backup and restore" 3 > "$directory/restore.log" 2>&1 || { cat "$directory/restore.log" >&2; fail "restore"; }
holds 'the books balance' "$(cat "$directory/restore.log")"
[ "$before" = "$(gateway accounts)" ] || fail "it is not what it was: $(gateway accounts)"

step "a service that is killed comes back, and money stays"
process() { podman inspect --format '{{.State.Pid}}' "$(container ledger)"; }
killed=$(process)
kill -KILL "$killed"
again() { local now; now=$(process); [ "$now" -ne 0 ] && [ "$now" -ne "$killed" ]; }
until_true again
until_true healthy ledger
[ "$before" = "$(gateway accounts)" ] || fail "money is gone"

step "another image, and what there is stays"
podman build --quiet --format docker --tag kopilka - <<< $'FROM kopilka\nLABEL trial=yes' > /dev/null
docker compose down
docker compose up
[ "$(podman inspect --format '{{.Config.Labels.trial}}' "$(container ledger)")" = yes ] || fail "it runs the old image"
[ "$before" = "$(gateway accounts)" ] || fail "money is gone"

step "language and time zone by .env"
printf 'LANG=ru_RU.UTF-8\nTZ=Asia/Yekaterinburg\n' > .env
docker compose up
gateway register boris@example.org --profile boris --password-stdin <<< "a rainy day in Perm" > /dev/null || fail "register"
holds 'Asia/Yekaterinburg' "$(gateway zone --profile boris)"
holds 'книги сходятся|баланс|сходится' "$(gateway check)"
rm .env

step "tokens of Telegram and of mail are secrets"
mkdir -m 0700 secrets
for secret in telegram-token smtp-password; do
    install -m 0600 -o 417 -g 417 /dev/stdin "secrets/$secret" <<< "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"
done
docker compose down
# The network is for what cannot be reached from here.
block "$housekeeping" "## Containers" 2 | sed 's/bridge/none/' > compose.override.yaml
docker compose up
seen=$(operator doctor --quick || true)
holds 'mail: smtp://mail.example.org:587' "$seen"
holds 'Telegram +bad +the bot does not answer' "$seen"
rm compose.override.yaml

step "stopped: nothing runs, and volumes keep the data"
docker compose down
[ -z "$(podman ps --all --quiet)" ] || fail "$(podman ps --all)"
[ "$(podman network ls --quiet | wc -l)" -le 1 ] || fail "$(podman network ls)"
podman volume exists kopilka_data-ledger || fail "the data are gone"
podman volume rm --all > /dev/null

step "volumes of an older image are given to the user of this one"
older() {
    podman run --rm --network none --volume older:/var/lib/kopilka --volume older-run:/run/kopilka \
        --volume older-state:/var/lib/kopilka-gateway "$@"
}
older --user root --entrypoint sh kopilka -c 'chown -R 10001:999 /var/lib/kopilka'
given=$(block "$housekeeping" "## Containers" 3)
given=${given#docker compose run }
# The words of that line have no spaces.
# shellcheck disable=SC2086
older --read-only --cap-drop ALL --security-opt no-new-privileges:true ${given/ operator / kopilka }
[ "$(older --user root --entrypoint find kopilka /var/lib/kopilka ! -user 417)" = "" ] || fail "not all belongs to the user"
podman volume rm --all > /dev/null

step "the image alone is a whole house"
line=$(block "$manual" "## One container" 1 | head -1)
eval "$line" > /dev/null
alone() { podman healthcheck run kopilka; }
until_true alone
[ "$(podman inspect --format '{{.State.Healthcheck.Status}}' kopilka)" = healthy ] || fail "it is not healthy"
podman exec -i kopilka gateway register house@example.org --password-stdin <<< "a rainy day in Perm" > /dev/null || fail "register"
podman exec kopilka gateway account open RUB main > /dev/null || fail "account open"
podman exec kopilka gateway deposit main 42 > /dev/null || fail "deposit"
eval "$(block "$manual" "## One container" 1 | sed 1,2d)" > "$directory/doctor" || { cat "$directory/doctor" >&2; fail "doctor"; }
podman rm --force --time 15 kopilka > /dev/null
eval "$line" > /dev/null
until_true alone
podman exec -i kopilka gateway login house@example.org --password-stdin <<< "a rainy day in Perm" > /dev/null || fail "login"
holds '42[.,]00' "$(podman exec kopilka gateway accounts)"
podman stop --time 15 kopilka > /dev/null
[ "$(podman inspect --format '{{.State.ExitCode}}' kopilka)" -eq 0 ] || fail "it did not stop in good order"
podman rm kopilka > /dev/null
echo "The image does what it should."
