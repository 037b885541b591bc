from __future__ import annotations

import collections.abc
import json
import os
import time
import uuid
from typing import Any, Literal, NotRequired, Self, TypeAlias, TypedDict, TypeVar, cast

import zmq


class Fault(Exception):
    """A refusal. Programs use `code`, and `reason` for the exact cause; both keep their meaning."""

    def __init__(self, error: dict[str, Any]) -> None:
        data = error.get("data") or {}
        super().__init__(error.get("message", ""))
        self.message: str = error.get("message", "")
        self.code: str = data.get("code", "internal")
        self.reason: str | None = data.get("reason")
        self.field: str | None = data.get("field")
        """The path of the parameter at fault."""
        self.retryable: bool = bool(data.get("retryable"))
        self.retry_after: float | None = data["retryAfterMs"] / 1000 if "retryAfterMs" in data else None
        """In seconds."""
        self.details: dict[str, Any] = data.get("details") or {}

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class _NoReply(Exception):
    """No reply came in time."""


def _fault(code: str, message: str) -> Fault:
    return Fault({"message": message, "data": {"code": code, "retryable": True}})


def _run_directory() -> str:
    """The directory of the sockets where nothing else is said, as the gateway finds it."""
    if os.access("/run/kopilka", os.X_OK): return "/run/kopilka"
    runtime = os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.geteuid()}"
    if os.path.isdir(runtime): return f"{runtime}/kopilka"
    return (os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")) + "/kopilka/run"


class _Link:
    """The way to the services of one house. It belongs to one thread."""

    first_wait = 2.0
    """How long the first attempt waits for its reply, in seconds. Each further one waits twice as long."""

    def __init__(self, run: str | None = None, timeout: float = 10.0) -> None:
        self.run = run or os.environ.get("KOPILKA_RUN") or _run_directory()
        self.timeout = timeout
        self.token: str | None = None
        """Identifies the caller; see `sign_in`."""
        self.refresh_token: str | None = None
        """With it, the token is renewed when it expires."""
        self._sockets: dict[str, zmq.Socket[bytes]] = {}
        self._last_id = 0

    def sign_in(self, session: collections.abc.Mapping[str, Any]) -> None:
        """Acts for a person from now on; `session` comes from auth.login or auth.register."""
        self.token, self.refresh_token = session["token"], session.get("refreshToken")

    def close(self) -> None:
        for service in list(self._sockets): self._disconnect(service)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def call(
        self, service: str, method: str, params: dict[str, Any], *, access: str = "session", key: str | None = None,
        changes: bool = False, timeout: float | None = None, first_wait: float | None = None,
    ) -> Any:
        """Calls a method and returns its result, after at most `timeout` seconds.

        A change is sent again with the same idempotency key, so that it is made once; `key` is yours if you want to
        repeat it in another process. Faults that a retry may cure are retried until the time is over.
        """
        deadline = time.time() + (self.timeout if timeout is None else timeout)
        meta: dict[str, Any] = {"deadline": int(deadline * 1000)}
        if changes: meta["idempotencyKey"] = key or str(uuid.uuid4())
        wait, pause, is_renewed = first_wait or self.first_wait, 0.05, False
        while True:
            if access == "session" and self.token: meta["session"] = self.token
            try:
                return self._ask(service, method, {**params, "_meta": meta}, min(wait, deadline - time.time()))
            except _NoReply:
                if time.time() >= deadline:
                    outcome = "; with the same key a retry is safe" if changes else ""
                    raise _fault("deadlineExceeded", f"{method} was not answered in time{outcome}.") from None
                wait *= 2
            except Fault as fault:
                if fault.code == "unauthenticated" and access == "session" and self.refresh_token and not is_renewed:
                    is_renewed = True
                    self._renew(deadline - time.time())
                    continue
                rest = fault.retry_after or pause
                if not fault.retryable or time.time() + rest >= deadline: raise
                time.sleep(rest)
                pause = min(2 * pause, 1.0)

    def _renew(self, timeout: float) -> None:
        params = {"refreshToken": self.refresh_token}
        answer = self.call("auth", "auth.refresh", params, access="open", changes=True, timeout=timeout)
        self.sign_in(answer["session"])

    def _ask(self, service: str, method: str, params: dict[str, Any], wait: float) -> Any:
        self._last_id += 1
        number, end = self._last_id, time.monotonic() + wait
        socket = self._socket(service)
        try:
            request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            socket.send(json.dumps(request).encode(), zmq.NOBLOCK)
        except zmq.Again:
            raise _fault("unavailable", f"{service} takes no more requests.") from None
        while (left := end - time.monotonic()) > 0:
            if not socket.poll(int(left * 1000) + 1): break
            reply = json.loads(socket.recv())
            # Other ids are of requests that are no longer waited for.
            if reply.get("id") != number: continue
            if "error" in reply: raise Fault(reply["error"])
            return reply["result"]
        # What was sent is not repeated by the old connection: the next attempt decides.
        self._disconnect(service)
        raise _NoReply

    def _socket(self, service: str) -> zmq.Socket[bytes]:
        if service in self._sockets: return self._sockets[service]
        path = f"{self.run}/{service}.sock"
        # Passwords go only where nobody else can have made the socket.
        for place, others in ((self.run, 0o077), (path, 0o022)):
            try:
                status = os.stat(place)
            except FileNotFoundError:
                raise _fault("unavailable", f"{service} does not run: there is no {place}.") from None
            if status.st_uid not in (os.geteuid(), 0) or status.st_mode & others:
                raise PermissionError(f"{place} must belong to you and be closed to others.")
        socket: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.DEALER)
        socket.setsockopt(zmq.LINGER, 0)
        socket.connect(f"ipc://{path}")
        self._sockets[service] = socket
        return socket

    def _disconnect(self, service: str) -> None:
        self._sockets.pop(service).close()


class _Told(TypedDict):
    """The members of every event."""

    specversion: Literal["1.0"]
    id: str
    source: str
    subject: str
    time: str
    datacontenttype: NotRequired[str]
    sequence: int


class Event(_Told):
    """An event whose data has no type here."""

    type: str
    data: dict[str, Any]


_Event = TypeVar("_Event")


class Events(collections.abc.Iterator[_Event]):
    """The events of a service after a cursor, oldest first.

    Store `last` together with what you made of an event: who continues from there handles each event once.
    """

    def __init__(self, link: _Link, service: str, after: int, follow: bool) -> None:
        self._link, self._service, self._follow = link, service, follow
        self._page: list[Any] = []
        self._read = self.last = after
        """The cursor: everything up to it was returned."""

    def __next__(self) -> _Event:
        while not self._page:
            self.last = self._read
            wait = 20_000 if self._follow else 0
            answer = self._link.call(
                self._service, f"{self._service}.events", {"after": self._read, "limit": 500, "wait": wait},
                timeout=self._link.timeout + wait / 1000, first_wait=self._link.first_wait + wait / 1000)
            is_over = answer["last"] == self._read
            self._page, self._read = answer["events"], answer["last"]
            if is_over and not self._follow: raise StopIteration
        event = self._page.pop(0)
        self.last = event["sequence"] if self._page else self._read
        return cast(_Event, event)


class _Service:
    def __init__(self, link: _Link) -> None:
        self._link = link


def _given(**params: Any) -> dict[str, Any]:
    """Leaves out what was not given. Names that Python reserves have an underscore at their end."""
    return {name.rstrip("_"): value for name, value in params.items() if value is not None}
