"""A person who is signed in, for the service of Kopilka: it serves people only."""

import json
import os
import pathlib
import subprocess


class Person:
    """Runs auth in a house of its own for as long as the comparison lasts."""

    def __init__(self, programs, directory, service):
        self.gateway = pathlib.Path(programs).resolve() / "gateway"
        self.home = pathlib.Path(directory) / "home"
        self.environment = {
            "HOME": str(self.home), "KOPILKA_RUN": f"{directory}/run", "KOPILKA_DATA": f"{directory}/data",
            "KOPILKA_EXTRA_SERVICES": f"weather={service.resolve()}", "KOPILKA_HASH_MEMORY": "8",
        }

    def __enter__(self):
        for path in (self.home, self.environment["KOPILKA_RUN"], self.environment["KOPILKA_DATA"]):
            os.makedirs(path, mode=0o700)
        password = self.home / "password"
        password.write_text("a sunny day in Kazan\n", encoding="utf-8")
        self.run("up", "--detach", "--services", "auth", "--wait", "60s")
        try:
            self.run("register", "anna@example.org", "--password-file", str(password))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_): self.run("down")

    def session(self):
        """Returns a token that is good for some minutes: the gateway renews it when it is about to expire."""
        self.run("sessions")
        path = self.home / ".local/state/kopilka/session.json"
        return json.loads(path.read_text(encoding="utf-8"))["session"]["token"]

    def run(self, *arguments):
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "KOPILKA_"))}
        subprocess.run([self.gateway, *arguments], env=environment | self.environment, check=True, capture_output=True)
