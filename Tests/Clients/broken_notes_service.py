"""The service of notes_service.py with one rule of the protocol broken.

usage: broken_notes_service.py KIND DIRECTORY
"""

import json
import os
import sys

import notes_service
from notes_service import Message, Notes, Request


class Ids(Request):
    """Writes ids anew: 1.50 comes back as 1.5."""

    def __init__(self, message, text):
        super().__init__(message, text)
        self.id = json.dumps(json.loads(self.id))


class Notifications(Request):
    """Answers notifications."""

    def __init__(self, message, text):
        super().__init__(message, text)
        self.is_notification = self.is_notification and self.method.startswith("$/")


class Envelopes(Message):
    """Forgets all frames before the request but the last."""

    def __init__(self, service, peer, envelope, *more, **named):
        super().__init__(service, peer, envelope[-1:], *more, **named)


class Deadlines(Notes):
    """Does what is too late."""

    def check_meta(self, request, access):
        if isinstance(request.meta, dict) and isinstance(request.meta.get("deadline"), int):
            del request.meta["deadline"]
        super().check_meta(request, access)


class Cancelling(Notes):
    """Finishes what was cancelled."""

    def cancel(self, peer, text): pass


class Keys(Notes):
    """Does again what was done."""

    def change(self, request, serve): return serve(request)


class Order(Notes):
    """Tells the newest first."""

    def page(self, request):
        page = super().page(request)
        return {"events": page["events"][::-1], "last": page["last"]}


class Cursors(Notes):
    """Forgets to advance the cursor."""

    def page(self, request): return {"events": super().page(request)["events"], "last": request.params["after"]}


class Sessions(Notes):
    """Answers everybody."""

    def check_meta(self, request, access): super().check_meta(request, "open" if access == "session" else access)


class Batches(Notes):
    """Takes batches of any length."""

    def receive(self):
        notes_service.BATCH = 1000
        super().receive()


class Crowds(Notes):
    """Takes requests without a limit."""

    def check_meta(self, request, access):
        notes_service.IN_PROGRESS = 1 << 30
        super().check_meta(request, access)


class Discovery(Notes):
    """Describes a method that it does not have."""

    def discover(self, request):
        self.methods["notes.sing"] = ("Sings.", "open", "reads", {}, self.health)
        try: return super().discover(request)
        finally: del self.methods["notes.sing"]


class Stopping(Notes):
    """Leaves at once, whoever waits."""

    def stop(self, *_): os._exit(0)


def duplicates(): notes_service.once = dict
def numbers(): notes_service.NUMBERS["methodNotFound"] = -32000
def ids(): notes_service.Request = Ids
def notifications(): notes_service.Request = Notifications
def envelopes(): notes_service.Message = Envelopes


PATCHES = {function.__name__: function for function in (duplicates, numbers, ids, notifications, envelopes)}
CLASSES = {kind.__name__.lower(): kind for kind in Notes.__subclasses__()}

if __name__ == "__main__":
    kind, directory = sys.argv[1:]
    if kind in PATCHES: PATCHES[kind]()
    CLASSES.get(kind, Notes)(directory).run()
