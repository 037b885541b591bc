"""Calls the ledger with jsonrpcclient, over a REQ and a DEALER socket of pyzmq, and prints one line of JSON.

usage: call_with_jsonrpcclient.py ENDPOINT SESSION FROM TO
"""

import json
import sys

import zmq
from jsonrpcclient import Error, Ok, notification, parse, request

endpoint, session, giver, getter = sys.argv[1:]
context = zmq.Context()
meta = {"session": session}


def tell(reply):
    """What jsonrpcclient makes of a reply."""
    if isinstance(reply, Ok):
        return {"id": reply.id, "result": reply.result}
    assert isinstance(reply, Error)
    return {"id": reply.id, "number": reply.code, "message": reply.message, "data": reply.data}


def run(kind):
    """The same conversation over any kind of socket."""
    socket = context.socket(kind)
    socket.rcvtimeo = 120000
    socket.connect(endpoint)

    def ask(message):
        socket.send_string(json.dumps(message))
        return parse(json.loads(socket.recv()))

    seen = {"health": tell(ask(request("ledger.health")))}
    amount = {"amount": "1.25", "currency": "RUB"}
    transfer = request("ledger.transfer", params={"from": giver, "to": getter, "amount": amount, "_meta": meta}, id="uuid-1")
    seen["transfer"] = tell(ask(transfer))
    seen["fault"] = tell(ask(request("ledger.balance", params={"account": "nobodys", "_meta": meta}, id="uuid-2")))

    # Nothing comes back for a notification, but a REQ socket has to be let go on: with one empty frame.
    socket.send_string(json.dumps(notification("ledger.accounts", params={"_meta": meta})))
    if kind == zmq.REQ:
        seen["notification"] = socket.recv_string()

    batch = [
        request("ledger.balance", params={"account": giver, "_meta": meta}, id="first"),
        notification("ledger.accounts", params={"_meta": meta}),
        request("ledger.none", id="second"),
        request("ledger.balance", params={"account": getter, "_meta": meta}, id="third"),
    ]
    seen["batch"] = [tell(reply) for reply in ask(batch)]
    socket.close(linger=0)
    return seen


print(json.dumps({"REQ": run(zmq.REQ), "DEALER": run(zmq.DEALER)}))
context.destroy(linger=0)
