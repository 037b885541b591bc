"""Checks that each link of a site of static pages leads somewhere: to a page, a picture, an anchor. Nothing is fetched.

usage: check.py DIRECTORY

Prints each dead link and each page that no other one links to, and exits with 1 if there is any.
"""

import html.parser
import os
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.anchors, self.faults = [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                if value in self.anchors:
                    self.faults.append(f"two anchors #{value}")
                self.anchors.add(value)
            elif name in ("href", "src"):
                self.links.append(value or "")
            elif name == "srcset":
                self.links += [part.split()[0] for part in (value or "").split(",") if part.strip()]
        if tag == "img" and not dict(attributes).get("alt"):
            self.faults.append("a picture without a text")


def main():
    root = os.path.realpath(sys.argv[1])
    pages = {}
    for folder, _, names in os.walk(root):
        for name in names:
            if name.endswith(".html"):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    pages[path] = Page(file.read())
    faults = [(path, fault) for path, page in pages.items() for fault in page.faults]
    linked = {os.path.join(root, "index.html")}
    for path, page in pages.items():
        for link in page.links:
            url = urllib.parse.urlsplit(link)
            if url.scheme or url.netloc:
                continue
            target = path
            if url.path:
                target = os.path.realpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(url.path)))
            if os.path.commonpath([target, root]) != root or not os.path.isfile(target):
                faults.append((path, f"no file for {link}"))
            elif url.fragment and target in pages and urllib.parse.unquote(url.fragment) not in pages[target].anchors:
                faults.append((path, f"no anchor for {link}"))
            if target != path:
                linked.add(target)
    faults += [(path, "no page links to it") for path in pages if path not in linked]
    if not pages:
        faults.append((root, "no pages"))
    for path, fault in sorted(faults):
        print(f"{os.path.relpath(path, root)}: {fault}", file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
