# A Podman with images, containers, volumes and networks of its own, for trials; to be sourced.
# shellcheck shell=bash

# Why there is none.
podman_trouble=

# Makes DIRECTORY/podman, a command, which keeps everything below DIRECTORY.
#
# It checks no health by itself: that takes timers of systemd, which may not be there. `podman healthcheck run` does.
make_podman() {
    mkdir -p "$1"
    command -v podman >/dev/null || { podman_trouble="there is no podman"; return 1; }
    # crun refuses a machine with both versions of control groups. Where limits may not be raised, those of Podman are too high.
    cat > "$1/containers.conf" <<CONFIGURATION
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_config_dir = "$1/networks"
CONFIGURATION
    cat > "$1/podman" <<COMMAND
#!/bin/sh
export CONTAINERS_CONF="$1/containers.conf" DISABLE_HC_SYSTEMD=true TMPDIR="$1/temporary"
exec /usr/bin/podman --root "$1/storage" --runroot "$1/run" "\$@"
COMMAND
    mkdir -p "$1/temporary" "$1/networks"
    chmod +x "$1/podman"
    podman_trouble=$("$1/podman" info 2>&1 >/dev/null) || return 1
}

# Removes everything that such a Podman has.
remove_podman() {
    [ -x "$1/podman" ] || return 0
    "$1/podman" rm --all --force --time 0 --volumes >/dev/null 2>&1 || true
    "$1/podman" volume rm --all --force >/dev/null 2>&1 || true
    "$1/podman" rmi --all --force >/dev/null 2>&1 || true
    umount "$1/storage/overlay" 2>/dev/null || true
    rm -rf "$1"
}
