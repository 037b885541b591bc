"""Checks a request as a receiver of Standard Webhooks would, with the verifier of its authors.

Usage: verify_webhook.py FILE, a JSON object of secret, headers and body. Prints OK, or says why not and ends with 1.
"""

import json
import sys

from standardwebhooks.webhooks import Webhook, WebhookVerificationError


def main() -> int:
    with open(sys.argv[1], encoding="utf-8") as file:
        request = json.load(file)
    try:
        Webhook(request["secret"]).verify(request["body"], request["headers"])
    except WebhookVerificationError as error:
        print(f"refused: {error}")
        return 1
    print("OK")
    return 0


sys.exit(main())
