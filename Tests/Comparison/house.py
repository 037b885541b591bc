"""The processes of one technology, in a directory of their own: a broker, if it needs one, and the service."""

import os
import pathlib
import signal
import socket
import subprocess
import threading
import time


class Technology:
    """How one technology is started, and where it is reached."""

    def __init__(self, name, title, sources, load, service=None, broker=None, address=None, person=None):
        self.name, self.title, self.sources, self.load = name, title, sources, load
        self.service, self.broker, self.address, self.person = service, broker, address, person


def free_port():
    """A port of the loopback interface that nobody uses now. The broker needs the same one after it was killed."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def technologies(directory, built, here, kopilka, kopilka_sources, person):
    """Yields the technologies. Everything that they write is in the directory."""
    store = [here / "Store"]
    grpc, bus, port = f"unix:{directory}/grpc.sock", f"unix:path={directory}/bus.sock", free_port()
    nats = f"nats://127.0.0.1:{port}"
    yield Technology(
        "grpc", "gRPC", store + [here / "GRPC/weather.proto", here / "GRPC/weather.cc"], built / "load-grpc",
        [built / "weather-grpc", grpc, f"{directory}/grpc.db"], None, grpc)
    # nats-server listens at TCP only.
    yield Technology(
        "nats", "NATS", store + [here / "NATS/weather.c"], built / "load-nats",
        [built / "weather-nats", nats, f"{directory}/nats.db"],
        ["nats-server", "--addr", "127.0.0.1", "--port", str(port)], nats)
    yield Technology(
        "dbus", "D-Bus", store + [here / "DBus/weather.c"], built / "load-dbus",
        [built / "weather-dbus", bus, f"{directory}/dbus.db"],
        ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--nosyslog", f"--address={bus}"], bus)
    if not kopilka: return
    yield Technology(
        "kopilka", "Kopilka", [kopilka_sources] if kopilka_sources else [], built / "load-kopilka",
        [kopilka.resolve()], None, f"ipc://{directory}/run/weather.sock", person)


class House:
    """Runs the processes, and starts one again at once when it ends, as a supervisor does. Stops them in the end."""

    def __init__(self, technology, directory):
        self.technology, self.directory = technology, pathlib.Path(directory)
        self.commands = {"broker": technology.broker, "service": technology.service}
        self.running, self.lock, self.is_stopping = {}, threading.Lock(), False
        self.environment = dict(os.environ)
        if person := technology.person:
            self.environment |= person.environment | {"WEATHER_SESSION": person.session()}
        self.restarts = threading.Thread(target=self.restart, daemon=True)

    def __enter__(self):
        try:
            self.start_broker()
            self.start("service")
            self.restarts.start()
            self.first()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.is_stopping = True
        if self.restarts.is_alive(): self.restarts.join()
        for role in ("service", "broker"): self.stop(role)

    def start(self, role):
        if not self.commands[role]: return
        with open(self.directory / f"{self.technology.name}-{role}.log", "ab") as log:
            self.running[role] = subprocess.Popen(
                self.commands[role], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                cwd=self.directory, env=self.environment)

    def start_broker(self):
        """Starts the broker and waits until it accepts connections."""
        self.start("broker")
        while self.commands["broker"] and not self.is_listening():
            if self.running["broker"].poll() is not None: raise RuntimeError(f"{self.commands['broker'][0]} ended")
            time.sleep(0.0005)

    def is_listening(self):
        address = self.technology.address
        if address.startswith("nats:"): family, place = socket.AF_INET, ("127.0.0.1", int(address.split(":")[-1]))
        else: family, place = socket.AF_UNIX, address.partition("=")[2]
        with socket.socket(family) as probe: return probe.connect_ex(place) == 0

    def restart(self):
        while not self.is_stopping:
            with self.lock:
                for role, process in list(self.running.items()):
                    if process.poll() is not None: self.start(role)
            time.sleep(0.002)

    def kill(self, role):
        """Kills a process as the kernel does when memory is short. Returns the instant."""
        with self.lock:
            self.running[role].send_signal(signal.SIGKILL)
            return time.monotonic_ns()

    def stop(self, role):
        process = self.running.pop(role, None)
        if not process: return
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def resident(self, role):
        """The resident memory of a process in MB."""
        if role not in self.running: return None
        status = pathlib.Path(f"/proc/{self.running[role].pid}/status").read_text()
        return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024

    def client(self, *arguments, **pipes):
        """Starts the load program."""
        command = [self.technology.load, self.technology.address, *map(str, arguments)]
        return subprocess.Popen(
            command, text=True, stdin=subprocess.PIPE, stdout=pipes.get("stdout", subprocess.PIPE),
            env=self.environment)

    def load(self, *arguments, text="\n", limit=60):
        """Runs the load program and returns what it printed."""
        with self.client(*arguments) as client:
            try:
                return client.communicate(text, timeout=limit)[0]
            except BaseException:
                client.kill()
                raise

    def first(self):
        """Waits until the service answers. The first time it has no city to answer with yet."""
        if not list(self.directory.glob(f"{self.technology.name}.known")):
            self.wait_for_city()
            (self.directory / f"{self.technology.name}.known").touch()
        return int(self.load("first", limit=20))

    def wait_for_city(self):
        end = time.monotonic() + 20
        while time.monotonic() < end:
            lines = [line.split() for line in self.load("steady", 0.01, 10_000, "Moscow").splitlines()]
            if lines and int(lines[0][2]): return
            time.sleep(0.1)
        raise RuntimeError(f"{self.technology.title}: no change was acknowledged in 20 s; see its log")
