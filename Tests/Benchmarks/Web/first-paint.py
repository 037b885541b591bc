"""Prints the milliseconds from navigation to the first contentful paint of a page in headless chromium, once a line.

Usage: first-paint.py CHROMIUM LINK COOKIE. The browser is driven over its pipe (Chrome DevTools Protocol).
"""

import json
import os
import subprocess
import sys
import tempfile
import time

LOADS = 7


class Browser:
    def __init__(self, program, directory):
        # The browser reads orders from its descriptor 3 and writes answers to 4.
        orders, self.orders = os.pipe()
        self.answers, answers = os.pipe()
        shell = f'exec "$0" "$@" 3<&{orders} 4>&{answers}'
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run"]
        self.process = subprocess.Popen(
            ["/bin/bash", "-c", shell, program, *flags, f"--user-data-dir={directory}", "about:blank"],
            pass_fds=(orders, answers), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        os.close(orders)
        os.close(answers)
        self.number = 0
        self.rest = b""

    def ask(self, method, session=None, **parameters):
        self.number += 1
        order = {"id": self.number, "method": method, "params": parameters}
        if session:
            order["sessionId"] = session
        os.write(self.orders, json.dumps(order).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                part = os.read(self.answers, 1 << 16)
                if not part:
                    sys.exit("the browser has ended")
                self.rest += part
            line, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(line)
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']}")
                return answer["result"]


def paint(browser, session, link):
    browser.ask("Page.navigate", session, url=link)
    entry = "performance.getEntriesByName('first-contentful-paint').map(e => e.startTime)[0] ?? -1"
    state = f"location.href === {json.dumps(link)} && document.querySelector('#scene') ? {entry} : -1"
    for _ in range(1000):
        value = browser.ask("Runtime.evaluate", session, expression=state)["result"].get("value", -1)
        if value >= 0:
            return value
        time.sleep(0.01)
    sys.exit("the page was never painted")


def main():
    program, link, cookie = sys.argv[1:]
    name, value = cookie.split("=", 1)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
        browser = Browser(program, directory)
        try:
            target = browser.ask("Target.createTarget", url="about:blank")["targetId"]
            session = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            browser.ask("Network.setCookie", session, name=name, value=value, url=link, httpOnly=True)
            for _ in range(LOADS):
                print(f"{paint(browser, session, link):.1f}", flush=True)
                browser.ask("Page.navigate", session, url="about:blank")
        finally:
            browser.process.terminate()
            browser.process.wait()


main()
