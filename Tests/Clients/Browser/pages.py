"""Every scene of the page, for those who look at all of them: axe, and people with pictures.

Usage: pages.py axe LINK | pages.py pictures LINK DIRECTORY
"""

import datetime
import importlib.util
import os
import sys
import tempfile

from browser import Browser
from house import BOND, PASSWORD, Person, market

# The rules of WCAG 2.2 at level AA, and of everything before it.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
NARROW, MIDDLE, WIDE = 390, 768, 1440
RUN = (
    "const [kind, values] = arguments, done = arguments[arguments.length - 1];"
    "axe.run(document, {runOnly: {type: kind, values}, resultTypes: ['violations']})"
    ".then(found => done({violations: found.violations}), error => done({error: String(error)}))")
# Of what depends on the theme or on the width alone.
COLOURS, ROOM = ("rule", ["color-contrast"]), ("rule", ["color-contrast", "target-size", "scrollable-region-focusable"])


def furnished():
    """Returns somebody who uses all of the house, and the addresses of the scenes: name and path."""
    person = Person("Anna", accounts=("main", "savings", "travel"), money="148310.99")
    person("deposit", "savings", "250000", "RUB")
    directory = tempfile.mkdtemp(prefix="furnish.")
    market(person, directory)
    for amount, what, category in (
        ("84.50", "Coffee", "food"), ("1240", "Groceries at the corner", "food"),
        ("3200", "Train to the sea", "travel"), ("590", "Books", "culture"),
    ):
        person("withdraw", "main", amount, "RUB", "--description", what, "--category", category)
    person("transfer", "main", "travel", "5000", "RUB", "--description", "For the summer")
    person("subs", "add", "Choir", "250 RUB", "--pay-from", "main")
    person("subs", "add", "Rent", "42000 RUB", "--pay-from", "main")
    person("template", "save", "lunch", "main", "travel", "300", "RUB")
    later = (datetime.date.today() + datetime.timedelta(days=7)).isoformat()
    person("schedule", "add", "main", "savings", "500", "RUB", "--start", later, "--every", "month")
    accounts = {one["name"]: one["id"] for one in person("accounts")["accounts"]}
    subscription = person("subs", "list")["subscriptions"][0]["id"]
    main = accounts["main"]
    scenes = [
        ("main", "/"), ("account", f"/accounts/{main}"), ("rename", f"/accounts/{main}/rename"),
        ("close", f"/accounts/{accounts['savings']}/close"), ("open", "/accounts/open"), ("transfer", "/transfer"),
        ("record", "/record"), ("history", "/history"), ("history-account", f"/history?account={main}"),
        ("import", "/import"), ("imports", "/imports"), ("limits", "/limits"), ("templates", "/templates"),
        ("schedules", "/schedules"), ("schedule-new", "/schedules/new"), ("securities", "/securities"),
        ("dashboard", "/securities/dashboard"), ("scanner", "/scanner"), ("scanner-shape", "/scanner/SHAPE"),
        ("bonds", "/bonds"), ("bond", f"/bonds/{BOND}"), ("bond-chart", f"/bonds/{BOND}/chart"),
        ("subscriptions", "/subscriptions"), ("subscription", f"/subscriptions/{subscription}"),
        ("subscription-new", "/subscriptions/new"), ("forecast", "/subscriptions/forecast"), ("inbox", "/inbox"),
        ("settings", "/settings"), ("preferences", "/settings/preferences"), ("telegram", "/settings/telegram"),
        ("codes", "/settings/codes"), ("passkeys", "/settings/passkeys"), ("sessions", "/settings/sessions"),
    ]
    return person, scenes


SIGNED_OUT = [("sign-in", "/sign-in"), ("register", "/register"), ("sign-in-telegram", "/sign-in/telegram")]


def settled(browser, path):
    """Opens a scene and waits until it has what it shows."""
    browser.open(path)
    browser.until(f"{path} is there", lambda: browser.all("main#scene h1"))
    browser.until(f"{path} has its data", lambda: not browser.all("main .wait"))


def transaction(browser):
    """Opens the first transaction that has words, as a person would."""
    settled(browser, "/history")
    browser.tap(browser.find("table.deck a.what"))
    return browser.path


def question(browser):
    """Leads to the question before a transfer, and its receipt's address."""
    settled(browser, "/transfer")
    browser.fill(to="savings", amount="1500.50", description="For a rainy day")
    browser.see("1 500.50 RUB from main to savings")
    browser.press("Next", within="main")
    browser.see("Shall this be done?")


def result(browser):
    """Leads to the results of a scan."""
    settled(browser, "/scanner/SHAPE")
    browser.tap(browser.find("button[value='perform.run'], main .btn.go"))
    browser.until("matches", lambda: browser.all("#pane-results table.deck tbody tr"), within=120)


class Look:
    """Goes to every scene and has something done there."""

    def __init__(self, browser):
        self.browser = browser

    def at_all(self, act):
        browser = self.browser
        for name, path in SIGNED_OUT:
            settled(browser, path)
            act(name)
        person, scenes = furnished()
        browser.sign_in(person.email, PASSWORD)
        for name, path in scenes:
            settled(browser, path)
            act(name)
        for name, lead in (("transaction", transaction), ("transfer-question", question), ("scanner-results", result)):
            lead(browser)
            act(name)
        browser.open("/no/such/place")
        act("not-found")


class Violations:
    """Everything that axe has to say, each with the scene, the theme and the width."""

    def __init__(self, browser):
        package = importlib.util.find_spec("axe_playwright_python").submodule_search_locations[0]
        with open(os.path.join(package, "axe.min.js"), encoding="utf-8") as file:
            self.axe = file.read()
        self.browser = browser
        self.found = []
        self.runs = 0

    def look(self, name):
        browser = self.browser
        browser.driver.execute_script(self.axe)
        for width, theme, rules in (
            (NARROW, "light", ("tag", RULES)), (NARROW, "dark", COLOURS), (WIDE, "dark", COLOURS),
            (WIDE, "light", ("tag", RULES)),
        ):
            browser.resize(width)
            browser.dark(theme == "dark")
            answer = browser.driver.execute_async_script(RUN, *rules)
            if "error" in answer:
                raise AssertionError(f"axe on {name}: {answer['error']}")
            self.runs += 1
            for violation in answer["violations"]:
                for node in violation["nodes"]:
                    self.found.append(
                        f"{name}, {theme}, {width} px: {violation['id']} ({violation['help']})\n"
                        f"    {node['html'][:300]}\n    {node['failureSummary'].splitlines()[-1].strip()}")
        browser.resize(NARROW)
        browser.dark(False)


def axe(link):
    with Browser(link) as browser:
        # A page that is wrong on purpose: silence would prove nothing.
        browser.open("/sign-in")
        probe = Violations(browser)
        browser.driver.execute_script(
            "document.body.insertAdjacentHTML('beforeend', '<img src=\"/icon.svg\"><input name=\"nameless\">')")
        probe.look("a page without names")
        rules = {line.split(": ")[1].split(" ")[0] for line in probe.found}
        if not {"image-alt", "label"} <= rules:
            raise AssertionError(f"axe does not see what is wrong: {rules}")
        found = Violations(browser)
        Look(browser).at_all(found.look)
    print(f"axe looked {found.runs} times")
    if found.found:
        print("\n".join(found.found))
        sys.exit(1)


def pictures(link, directory):
    os.makedirs(directory, exist_ok=True)
    with Browser(link) as browser:
        def draw(name):
            for width in (NARROW, MIDDLE, WIDE):
                for theme in ("light", "dark"):
                    browser.resize(width)
                    browser.dark(theme == "dark")
                    # The whole page, as long as it is.
                    height = browser.driver.execute_script(
                        "return Math.min(6000, document.documentElement.scrollHeight)")
                    browser.resize(width, max(height, 844 if width == NARROW else 1024))
                    path = os.path.join(directory, f"{name}-{width}-{theme}.png")
                    browser.driver.save_screenshot(path)
            browser.resize(NARROW)
            browser.dark(False)
        Look(browser).at_all(draw)
    print(f"{len(os.listdir(directory))} pictures in {directory}")


if __name__ == "__main__":
    kind, address = sys.argv[1:3]
    axe(address) if kind == "axe" else pictures(address, *sys.argv[3:])
