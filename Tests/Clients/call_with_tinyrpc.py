"""Calls the ledger with tinyrpc over a REQ socket, and prints what came of it as one line of JSON.

usage: call_with_tinyrpc.py ENDPOINT SESSION FROM TO
"""

import json
import sys

import zmq
from tinyrpc import RPCClient
from tinyrpc.exc import RPCError
from tinyrpc.protocols.jsonrpc import JSONRPCProtocol
from tinyrpc.transports.zmq import ZmqClientTransport

endpoint, session, giver, getter = sys.argv[1:]
context = zmq.Context()
protocol = JSONRPCProtocol()
transport = ZmqClientTransport.create(context, endpoint, timeout=120)
client = RPCClient(protocol, transport)
meta = {"session": session}
seen = {}

# A call without params, and one by name.
seen["health"] = client.call("ledger.health", [], {})["status"]
seen["transfer"] = client.call(
    "ledger.transfer",
    [],
    {"from": giver, "to": getter, "amount": {"amount": "2.50", "currency": "RUB"}, "_meta": meta},
)

# A fault.
try:
    client.call("ledger.balance", [], {"account": "nobodys", "_meta": meta})
except RPCError as error:
    seen["fault"] = str(error)
try:
    client.call("ledger.none", [], {})
except RPCError as error:
    seen["unknown"] = str(error)

# A fault as the reply itself tells of it.
request = protocol.create_request("ledger.balance", [], {"account": "nobodys", "_meta": meta})
reply = protocol.parse_reply(transport.send_message(request.serialize()))
seen["faultData"] = {"number": reply._jsonrpc_error_code, "data": reply.data}

# A notification: its socket must be of use afterwards.
client.call("ledger.health", [], {}, one_way=True)
client.call("ledger.none", [], {}, one_way=True)
seen["afterNotification"] = client.call("ledger.health", [], {})["status"]

# A batch, with a fault in it.
batch = protocol.create_batch_request(
    [
        protocol.create_request("ledger.balance", [], {"account": giver, "_meta": meta}),
        protocol.create_request("ledger.balance", [], {"account": "nobodys", "_meta": meta}),
        protocol.create_request("ledger.balance", [], {"account": getter, "_meta": meta}),
    ]
)
wanted = [request.unique_id for request in batch]
replies = {reply.unique_id: reply for reply in protocol.parse_reply(transport.send_message(batch.serialize()))}
seen["batch"] = [
    replies[number].result["balance"]["amount"] if hasattr(replies[number], "result") else str(replies[number].error)
    for number in wanted
]

print(json.dumps(seen))
context.destroy(linger=0)
