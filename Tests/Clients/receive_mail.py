"""A server of mail on this machine that nobody here wrote: aiosmtpd, with STARTTLS. Prints its port, then a line of JSON for
each message, taken apart by Python's own parser of mail.

Usage: receive_mail.py FOLDER [--plain]. The certificate is made in FOLDER (cert.pem). What stands before the @ of a
recipient decides: `unknown` is refused for good, `full` for now, `full-once` the first time.
"""

import asyncio
import email
import email.policy
import json
import ssl
import subprocess
import sys

from aiosmtpd.smtp import SMTP


class Handler:
    def __init__(self) -> None:
        self.full = set()

    async def handle_RCPT(self, server, session, envelope, address, options):
        name = address.split("@")[0]
        if name == "unknown":
            return "550 5.1.1 There is nobody of that name"
        if name == "full" or (name == "full-once" and address not in self.full):
            self.full.add(address)
            return "452 4.2.2 The box is full"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        parts = {part.get_content_type(): part.get_content() for part in message.walk() if not part.is_multipart()}
        print(
            json.dumps(
                {
                    "sender": envelope.mail_from,
                    "recipients": envelope.rcpt_tos,
                    "encrypted": session.ssl is not None,
                    "type": message.get_content_type(),
                    "subject": message["Subject"],
                    "to": message["To"],
                    "id": message["Message-ID"],
                    "headers": [name for name, _ in message.items()],
                    "defects": [str(defect) for defect in message.defects],
                    "plain": parts.get("text/plain", ""),
                    "html": parts.get("text/html", ""),
                    "longest": max(len(line) for line in envelope.content.split(b"\r\n")),
                }
            ),
            flush=True,
        )
        return "250 2.0.0 Taken"


async def main() -> None:
    folder = sys.argv[1]
    context = None
    if "--plain" not in sys.argv:
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
            + ["-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem", "-days", "2"]
            + ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
            check=True,
            capture_output=True,
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(f"{folder}/cert.pem", f"{folder}/key.pem")
    handler = Handler()
    server = await asyncio.get_running_loop().create_server(
        lambda: SMTP(handler, tls_context=context, require_starttls=context is not None, hostname="mail.example"),
        "127.0.0.1",
        0,
    )
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
