"""A service in Python that keeps notes and speaks the protocol of Shared/Docs/PROTOCOL.md, with pyzmq alone.

usage: notes_service.py DIRECTORY

It listens at DIRECTORY/notes.sock, or on the sockets that `gateway up` has opened for it; `gateway conform notes --run
DIRECTORY` checks it. A service of your own needs the class `Service` as it is, and methods like those of `Notes`. The
notes are in memory. Methods with the access "session" refuse everybody, because pyzmq alone verifies no tokens.
"""

import collections
import datetime
import fcntl
import json
import os
import re
import secrets
import signal
import socket
import sys
import time
import unicodedata

import zmq

MESSAGE_BYTES, DEPTH, VALUES, BATCH, IN_PROGRESS, FRAMES = 4 << 20, 32, 400_000, 100, 1024, 8
NUMBERS = {
    "parseError": -32700, "invalidRequest": -32600, "methodNotFound": -32601, "internal": -32603, "cancelled": -32800,
}


class Fault(Exception):
    def __init__(self, code, message, field=None, number=None, retryable=False, retry_after=None):
        data = {"code": code, "reason": code, "retryable": retryable}
        if field: data["field"] = field
        if retry_after: data["retryAfterMs"] = retry_after
        self.code, self.error = code, {"code": number or NUMBERS.get(code, -32000), "message": message, "data": data}


# Strict JSON. The module json reads more than the protocol allows, and forgets how an id was written.

DECODER = json.JSONDecoder()
SPACE = re.compile(r"[ \t\n\r]*")


def once(members):
    if len(dict(members)) < len(members): raise ValueError("a member occurs twice")
    return dict(members)


def no_number(word): raise ValueError(f"{word} is not JSON")


def read(body):
    """Returns the text of a body and its value."""
    text = body.decode()
    value = json.loads(text, object_pairs_hook=lambda members: once(members), parse_constant=no_number)
    json.dumps(value, ensure_ascii=False).encode()  # fails for half a surrogate pair
    count, parts = 0, [(value, 1)]
    while parts:
        part, depth = parts.pop()
        count += 1 + (len(part) if isinstance(part, dict) else 0)
        inside = part.values() if isinstance(part, dict) else part if isinstance(part, list) else None
        if inside is not None and depth > DEPTH: raise ValueError("the text is too deep")
        parts += [(child, depth + 1) for child in inside or ()]
    if count > VALUES: raise ValueError("there are too many values")
    return text, value


def skip(text, at): return SPACE.match(text, at).end()


def parts(text):
    """Yields the name (None in an array) and the exact text of each part of an object or array."""
    at = skip(text, skip(text, 0) + 1)
    while text[at] not in "]}":
        name = None
        if text[skip(text, 0)] == "{":
            name, at = json.decoder.scanstring(text, at + 1)
            at = skip(text, skip(text, at) + 1)
        end = DECODER.raw_decode(text, at)[1]
        yield name, text[at:end]
        at = skip(text, end)
        if text[at] == ",": at = skip(text, at + 1)


class Message:
    """A received message: a request or a batch. It is answered when all its requests are."""

    def __init__(self, service, peer, envelope, count=1, is_batch=False):
        self.service, self.peer, self.envelope, self.missing, self.is_batch = service, peer, envelope, count, is_batch
        self.replies = []

    def finish(self, reply):
        self.missing -= 1
        if reply is not None: self.replies.append(reply)
        if self.missing: return
        if self.replies: self.send(f"[{','.join(self.replies)}]" if self.is_batch else self.replies[0])
        elif self.is_req: self.send("")  # a REQ socket would wait forever

    @property
    def is_req(self): return self.envelope == [b""]

    def send(self, text):
        try: self.service.router.send_multipart([self.peer, *self.envelope, text.encode()], zmq.NOBLOCK)
        except zmq.ZMQError: pass  # the peer is gone, or does not read


class Request:
    """A request of a message."""

    def __init__(self, message, text):
        value = json.loads(text)
        self.message, self.id = message, "null"
        if not isinstance(value, dict): raise Fault("invalidRequest", "A request is an object.")
        texts = dict(parts(text))
        if "id" in value and (isinstance(value["id"], (bool, dict, list)) or len(texts["id"].encode()) > 128):
            raise Fault("invalidRequest", "An id is a text, a number or null, of at most 128 bytes.")
        self.id = texts.get("id", "null")
        if value.get("jsonrpc") != "2.0" or not isinstance(value.get("method"), str):
            raise Fault("invalidRequest", "A request needs jsonrpc 2.0 and a method.")
        if not isinstance(value.get("params", {}), (dict, list)): raise Fault("invalidRequest", "params is an object.")
        self.is_notification = "id" not in value
        self.method, self.params = value["method"], value.get("params") or {}
        self.meta = self.params.get("_meta", {}) if isinstance(self.params, dict) else {}
        self.parent, self.began = None, time.time()

    def finish(self, result=None, fault=None):
        self.message.service.note(self, fault)
        body = f'"error":{json.dumps(fault.error)}' if fault else f'"result":{json.dumps(result, ensure_ascii=False)}'
        reply = None if self.is_notification else f'{{"jsonrpc":"2.0","id":{self.id},{body}}}'
        self.message.finish(reply)

    def progress(self, share):
        if "progressToken" not in self.meta or self.message.is_req: return
        params = {"token": self.meta["progressToken"], "value": {"share": share}}
        self.message.send(json.dumps({"jsonrpc": "2.0", "method": "$/progress", "params": params}))


class Service:
    """What is the same for every service. Subclasses add their methods to `methods`."""

    def __init__(self, name, directory):
        if os.stat(directory).st_mode & 0o077: sys.exit(f"{directory} must be closed to others: chmod 700")
        os.umask(0o077)
        sockets = inherited_sockets()
        if not sockets:
            self.lock = open(f"{directory}/{name}.sock.lock", "w")
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        self.name, self.began, self.is_stopping, self.has_news = name, time.time(), False, False
        self.events, self.answers, self.waiting = [], {}, {}
        self.spans = collections.deque(maxlen=2048)
        self.context = zmq.Context()
        self.router, self.wake_up = self.context.socket(zmq.ROUTER), self.context.socket(zmq.XPUB)
        for socket, path in [(self.router, f"{name}.sock"), (self.wake_up, f"{name}.events.sock")]:
            socket.setsockopt(zmq.LINGER, 1000)
            socket.setsockopt(zmq.MAXMSGSIZE, MESSAGE_BYTES)
            socket.setsockopt(zmq.IPC_FILTER_UID, os.geteuid())
            if socket is self.router: socket.setsockopt(zmq.ROUTER_MANDATORY, 1)
            else: socket.setsockopt(zmq.XPUB_WELCOME_MSG, b"0")
            if path in sockets: socket.setsockopt(zmq.USE_FD, sockets[path])
            socket.bind(f"ipc://{directory}/{path}")
        integer, text = {"type": "integer"}, {"type": "string"}
        self.methods = {}
        self.add("health", "Reports whether the service works.", self.health)
        self.add("stats", "Reports what the service has done.", lambda request: {}, access="session")
        self.add("metrics", "Measures the service.", lambda request: {}, access="houseKeeper")
        self.add("trace", "Shows what the service did for a request.", self.trace, {"id": text})
        self.add("events", "Reads events.", self.read_events, {"after": integer, "limit?": integer, "wait?": integer})
        self.add("discover", "Describes the service.", self.discover)
        self.methods["rpc.discover"] = self.methods.pop(f"{name}.discover")

    def add(self, name, summary, serve, params={}, access="open", effect="reads"):
        self.methods[f"{self.name}.{name}"] = (summary, access, effect, params, serve)

    # Requests, in the order of the protocol's checks.

    def receive(self):
        peer, *envelope, body = self.router.recv_multipart(zmq.NOBLOCK)
        message = Message(self, peer, envelope)
        try:
            if len(envelope) > FRAMES: raise Fault("invalidRequest", "There are too many frames before the request.")
            try: text, value = read(body)
            except (ValueError, RecursionError) as error: raise Fault("parseError", f"The text is not JSON: {error}")
            if not isinstance(value, list): return self.begin(message, text)
            if not 1 <= len(value) <= BATCH: raise Fault("invalidRequest", "A batch has 1 to 100 requests.")
        except Fault as fault:
            return message.finish(f'{{"jsonrpc":"2.0","id":null,"error":{json.dumps(fault.error)}}}')
        message = Message(self, peer, envelope, len(value), is_batch=True)
        for _, part in parts(text): self.begin(message, part)

    def begin(self, message, text):
        request = Request.__new__(Request)
        try:
            request.__init__(message, text)
        except Fault as fault:
            return message.finish(f'{{"jsonrpc":"2.0","id":{request.id},"error":{json.dumps(fault.error)}}}')
        try:
            if request.is_notification and request.method.startswith("$/"):
                if request.method == "$/cancelRequest": self.cancel(message.peer, text)
                return message.finish(None)
            if request.method not in self.methods: raise Fault("methodNotFound", "There is no such method.")
            _, access, effect, params, serve = self.methods[request.method]
            self.check_meta(request, access)
            check_params(request.params, params)
            result = serve(request) if effect == "reads" else self.change(request, serve)
            if result is not None: request.finish(result)
        except Fault as fault:
            request.finish(fault=fault)
        except Exception as error:
            print(f"{request.method}: {error!r}", file=sys.stderr)
            request.finish(fault=Fault("internal", "The service has an error."))

    def check_meta(self, request, access):
        meta = request.meta
        def whole(value): return isinstance(value, int) and not isinstance(value, bool)
        def sized(value, most): return isinstance(value, str) and 1 <= len(value.encode()) <= most
        rules = {
            "session": lambda value: sized(value, 4096),
            "deadline": whole,
            "idempotencyKey": lambda value: sized(value, 128) and all("!" <= letter <= "~" for letter in value),
            "maxStaleMilliseconds": lambda value: whole(value) and 0 <= value <= 60_000,
            "progressToken": lambda value: whole(value) or isinstance(value, str) and len(value.encode()) <= 126,
        }
        if not isinstance(meta, dict): raise Fault("invalidArgument", "_meta must be an object.", "_meta")
        for name, rule in rules.items():
            if name in meta and not rule(meta[name]):
                raise Fault("invalidArgument", f"{name} is wrong.", f"_meta.{name}")
        trace = re.fullmatch(r"00-([0-9a-f]{32})-([0-9a-f]{16})-01", str(meta.get("traceparent")))
        if trace: request.parent = trace.groups()
        if "deadline" in meta and meta["deadline"] < time.time() * 1000:
            raise Fault("deadlineExceeded", "The deadline has passed.", retryable=True)
        if sum(peer == request.message.peer for peer, _ in self.waiting) >= IN_PROGRESS:
            raise Fault("overloaded", "There are too many requests.", retryable=True, retry_after=100)
        if access == "houseKeeper" and "session" not in meta: raise Fault("permissionDenied", "Only the operator may.")
        if access != "open": raise Fault("unauthenticated", "This service knows nobody.")

    def change(self, request, serve):
        """A change with a key is made once, and answered the same each time."""
        key = request.meta.get("idempotencyKey")
        content = (request.method, {name: value for name, value in request.params.items() if name != "_meta"})
        if key in self.answers:
            before, result = self.answers[key]
            if before != content: raise Fault("conflict", "The key was used with other content.")
            return result
        result = serve(request)
        if key: self.answers[key] = (content, result)
        return result

    def cancel(self, peer, text):
        params = dict(parts(text)).get("params", "{}")
        waiting = self.waiting.pop((peer, dict(parts(params)).get("id")), None)
        if waiting: waiting[0].finish(fault=Fault("cancelled", "The request was cancelled."))

    # The methods that every service has.

    def health(self, request):
        status = "draining" if self.is_stopping else "ready"
        uptime = int(time.time() - self.began)
        return {"status": status, "version": "1.0.0", "uptimeSeconds": uptime, "time": now(), "confined": False}

    def discover(self, request):
        methods = [
            {
                "name": name, "summary": summary, "paramStructure": "by-name",
                "params": [
                    {"name": field.rstrip("?"), "required": not field.endswith("?"), "schema": schema}
                    for field, schema in params.items()
                ],
                "result": {"name": "answer", "schema": {"type": "object"}}, "x-access": access, "x-effect": effect,
            }
            for name, (summary, access, effect, params, _) in self.methods.items() if name != "rpc.discover"
        ]
        return {"openrpc": "1.2.6", "info": {"title": self.name, "version": "1.0.0"}, "methods": methods}

    def note(self, request, fault):
        """Records the span of a sampled request."""
        if not request.parent: return
        trace, parent = request.parent
        span = {"kind": "request", "name": request.method, "span": secrets.token_hex(8), "parent": parent}
        span["start"], span["microseconds"] = now(request.began), int((time.time() - request.began) * 1e6)
        self.spans.append((trace, span | ({"fault": fault.code} if fault else {})))

    def trace(self, request):
        wanted = request.params["id"]
        if not re.fullmatch("[0-9a-f]{32}", wanted): raise Fault("invalidArgument", "id is not a trace.", "id")
        return {"spans": [span for trace, span in self.spans if trace == wanted]}

    def tell(self, type, subject, data):
        """Writes an event."""
        number = len(self.events) + 1
        self.events.append({
            "specversion": "1.0", "id": f"{self.name}-{number}", "source": f"/kopilka/{self.name}",
            "type": f"{self.name}.{type}", "subject": subject, "time": now(),
            "datacontenttype": "application/json", "sequence": number, "data": data,
        })
        self.wake_up.send(str(number).encode())
        self.has_news = True

    def read_events(self, request):
        limits = {"after": (0, 2**63 - 1), "limit": (1, 1000), "wait": (0, 30_000)}
        for name, (least, most) in limits.items():
            if not least <= request.params.get(name, least) <= most:
                raise Fault("invalidArgument", f"{name} must be between {least} and {most}.", name)
        page, wait = self.page(request), request.params.get("wait", 0)
        if page["events"] or not wait or self.is_stopping: return page
        self.waiting[request.message.peer, request.id] = (request, time.time() + wait / 1000)

    def page(self, request):
        after = request.params["after"]
        events = self.events[after : after + request.params.get("limit", 100)]
        return {"events": events, "last": events[-1]["sequence"] if events else after}

    # The loop.

    def run(self):
        poller = zmq.Poller()
        # A poll goes on after a signal, so the signal has to be something that it polls: signal.set_wakeup_fd.
        woken, self.waker = socket.socketpair()
        self.waker.setblocking(False)
        signal.set_wakeup_fd(self.waker.fileno())
        for number in (signal.SIGTERM, signal.SIGINT): signal.signal(number, self.stop)
        for polled in (self.router, self.wake_up, woken): poller.register(polled, zmq.POLLIN)
        tell_supervisor("READY=1")
        while not self.is_stopping:
            end = min((end for _, end in self.waiting.values()), default=time.time() + 1)
            ready = dict(poller.poll(max(0, end - time.time()) * 1000 + 1))
            if self.router in ready: self.receive()
            if self.wake_up in ready: self.wake_up.recv()  # a subscription, of no interest
            if self.has_news or time.time() >= end: self.wake()
        self.wake()
        self.router.close()
        self.wake_up.close()
        # The last answers leave before the process ends: ZMQ_LINGER.
        self.context.term()

    def wake(self):
        self.has_news = False
        for key, (request, end) in list(self.waiting.items()):
            page = self.page(request)
            if page["events"] or time.time() >= end or self.is_stopping:
                del self.waiting[key]
                request.finish(page)

    def stop(self, *_): self.is_stopping = True


def inherited_sockets():
    """The sockets that a supervisor has opened for this process, by their file names: sd_listen_fds(3)."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()): return {}
    names = os.environ.get("LISTEN_FDNAMES", "").split(":")
    return {f"{name}.sock": 3 + number for number, name in enumerate(names)}


def tell_supervisor(text):
    """Tells how the process is: sd_notify(3)."""
    if path := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as datagrams:
            datagrams.sendto(text.encode(), "\0" + path[1:] if path[0] == "@" else path)


def now(instant=None):
    moment = datetime.datetime.fromtimestamp(instant or time.time(), datetime.timezone.utc)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


TYPES = {"string": str, "integer": int, "array": list}
DIRECTION = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def check_params(params, schemas):
    """Checks the form of the params, and then their texts."""
    def wrong(message, field=None): raise Fault("invalidArgument", message, field, number=-32602)
    if isinstance(params, list): wrong("params must be an object.")
    fields = {field.rstrip("?"): (schema, field.endswith("?")) for field, schema in schemas.items()}
    for name in params:
        if name not in fields and name != "_meta": wrong("There is no such parameter.", name)
    for name, (schema, is_optional) in fields.items():
        value = params.get(name)
        if value is None and not is_optional: wrong(f"{name} is missing.", name)
        if value is not None and (not isinstance(value, TYPES[schema["type"]]) or isinstance(value, bool)):
            wrong(f"{name} is wrong.", name)
        for index, text in enumerate(value if isinstance(value, list) else []):
            if not isinstance(text, str): wrong(f"{name} has texts.", f"{name}[{index}]")
            check_text(text, f"{name}[{index}]")
        if isinstance(value, str): check_text(value, name)


def check_text(text, field):
    if any(unicodedata.category(letter) in ("Cc", "Zl", "Zp", "Cn") or letter in DIRECTION for letter in text):
        raise Fault("invalidArgument", "A text has a forbidden character.", field, number=-32602)


class Notes(Service):
    """The service itself."""

    def __init__(self, directory):
        super().__init__("notes", directory)
        self.notes = []
        texts = {"type": "array", "items": {"type": "string"}}
        self.add("list", "Lists the notes.", lambda request: {"notes": self.notes})
        self.add("write", "Writes notes.", self.write, {"texts": texts}, effect="changes")

    def write(self, request):
        texts = request.params["texts"]
        if not 1 <= len(texts) <= 100: raise Fault("invalidArgument", "There must be 1 to 100 texts.", "texts")
        first = len(self.notes)
        for number, text in enumerate(texts, start=1):
            self.notes.append({"id": f"n{len(self.notes) + 1}", "text": text})
            self.tell("written", self.notes[-1]["id"], {"note": self.notes[-1]})
            request.progress(number / len(texts))
        return {"notes": self.notes[first:]}


if __name__ == "__main__":
    if len(sys.argv) != 2: sys.exit(__doc__)
    Notes(sys.argv[1]).run()
