"""What people do with the page of the house, each scenario with people of its own.

Arguments: the scenario, and the link of the page. The environment names the house and, as GATEWAY, the gateway. Ends
with 0 when all was seen; else it says what was missing, and what the page showed.
"""

import base64
import hashlib
import hmac
import os
import re
import signal
import struct
import sys
import tempfile
import time

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from browser import Browser
from house import BOND, PASSWORD, Person, market, pid_of, statement

LINK = ""


def check(condition, *what):
    """Fails with what was there."""
    if not condition:
        raise AssertionError(" ".join(map(str, what)))


def code_of(secret, moment):
    """Returns the one-time code of a moment: RFC 6238."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(moment) // 30), hashlib.sha1).digest()
    offset = digest[-1] & 15
    number = struct.unpack(">I", digest[offset:offset + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06d}"


def sign_out(browser):
    browser.press("Sign out", within=".top")
    browser.see("Email or user name", without=("Accounts",))


def registers_and_signs_in_with_a_password():
    email = f"new{os.getpid()}@example.org"
    with Browser(LINK) as browser:
        browser.open("/")
        browser.see("Sign in")
        browser.press("Register", within="main")
        browser.fill(email=email, name="Nora", password=PASSWORD, again="something else")
        browser.press("Register", within="main")
        browser.see("The two passwords differ.")
        browser.fill(password=PASSWORD, again=PASSWORD).press("Register", within="main")
        browser.see("Accounts", "Nora")
        sign_out(browser)
        # What a bookmark leads to is nobody's business now.
        browser.open("/history")
        browser.see("Email or user name")
        browser.fill(login=email, password="wrong " + PASSWORD).press("Sign in", within="main")
        browser.until("the refusal", lambda: browser.all(".error, .note.bad"))
        check(not browser.all("nav.nav"), "signed in by a wrong password")
        browser.fill(login=email, password=PASSWORD).press("Sign in", within="main")
        browser.see("Accounts", "Nora")
        check(not browser.complaints(), browser.complaints())


def signs_in_with_a_code():
    person = Person("Cora")
    with Browser(LINK) as browser:
        browser.sign_in(person.email, PASSWORD).open("/settings/codes")
        browser.press("Turn on", within="main")
        browser.fill(password=PASSWORD).press("Next", within="main")
        browser.see("Secret:")
        check(browser.find("svg.qr").is_displayed(), "no picture for the app")
        secret = re.sub(r"\s", "", re.search(r"Secret: ([A-Z2-7 ]+)", browser.text)[1])
        used = int(time.time()) // 30 * 30
        browser.fill(code=code_of(secret, used)).press("Turn on", within="main")
        browser.see("Recovery codes, each stands in")
        browser.press("They are written down", within="main")
        browser.see("Codes", "on")
        sign_out(browser)
        browser.fill(login=person.email, password=PASSWORD).press("Sign in", within="main")
        browser.see("One-time code")
        check(not browser.all("nav.nav"), "signed in without a code")
        # A code is good for once, and the next one is taken ahead of its time.
        browser.fill(code=code_of(secret, used + 30)).press("Sign in", within="main")
        browser.see("Accounts")


def signs_in_and_pays_by_passkey():
    person = Person("Paul")
    with Browser(LINK) as browser:
        browser.sign_in(person.email, PASSWORD)
        browser.authenticator()
        browser.open("/settings/passkeys").press("Add a passkey", within="main")
        browser.fill(name="Phone", password=PASSWORD).press("Next", within="main")
        browser.see("The passkey “Phone” is added.")
        browser.see("Phone", "never")
        browser.open("/limits").fill(confirmAbove="100").press("Set them", within="main")
        browser.see("Change the limits of main?")
        browser.press("Set them", within=".sheet")
        browser.see("This takes your passkey.")
        # Enter in a field does not ask the device.
        browser.leave(lambda: browser.find("[name='field.daily']").send_keys("900\n"))
        browser.see("Change the limits of main?", "900.00")
        browser.press("Set them", within=".sheet")
        browser.see("This takes your passkey.")
        browser.press("Use a passkey", within="main")
        browser.see("They hold from now on.")
        sign_out(browser)
        browser.press("By a passkey", within="main")
        browser.see("Accounts", "Paul")
        browser.open("/transfer").fill(to="savings", amount="250")
        browser.see("250.00 RUB from main to savings")
        browser.press("Next", within="main").press("Do it", within=".sheet")
        browser.see("Use a passkey")
        check(person.balances()["savings"] == "0.00", "paid without a proof")
        browser.press("Use a passkey", within="main")
        browser.see("Done.")
        check(person.balances()["savings"] == "250.00", person.balances())
        browser.open("/settings/passkeys").press("Rename", within="main")
        browser.fill(name="Old phone").press("Rename", within="main")
        browser.see("The passkey is now called “Old phone”.")
        browser.press("Remove", within="main")
        browser.fill(password=PASSWORD).press("Remove", within="main")
        browser.see("You have no passkeys yet.")


def opens_an_account_and_records_income():
    person = Person("Olga", accounts=())
    with Browser(LINK) as browser:
        browser.sign_in(person.email, PASSWORD).open("/accounts/open")
        browser.fill(name="Wallet").choose("currency", "EUR").press("Open", within="main")
        browser.see("Wallet")
        browser.open("/record").choose("direction", "money came in")
        browser.fill(amount="1 234.50", description="Salary <b>", category="Work")
        browser.see("1 234.50 EUR")
        browser.press("Write it down", within="main")
        browser.see("Nothing has been done yet.")
        browser.press("Write it down", within=".sheet")
        browser.see("Done.", "1 234.50 EUR came into Wallet", "For: Salary <b>")
        check(person.balances() == {"Wallet": "1234.50"}, person.balances())
        browser.open("/history")
        browser.see("Salary <b>", "+1 234.50")


def transfers_exactly_once():
    person = Person("Tina")
    def paid(amount):
        check(person.balances()["savings"] == amount, person.balances())
    def press_what_is_left():
        for button in browser.all(".sheet .go"):
            try:
                browser.tap(button)
            except StaleElementReferenceException:
                # The page has learned of it between the look and the press.
                pass
    with Browser(LINK) as browser:
        browser.sign_in(person.email, PASSWORD).open("/transfer")
        browser.fill(to="savings", amount="2000")
        browser.see("Not possible:")
        browser.fill(amount="100")
        browser.see("100.00 RUB from main to savings", "possible", without=("Not possible",))
        browser.press("Next", within="main")
        browser.see("Shall this be done?", "Nothing has been done yet.")
        # A second tab has the same question: what it answers after the first one does nothing.
        first = browser.driver.current_window_handle
        browser.driver.switch_to.new_window("tab")
        second = browser.driver.current_window_handle
        browser.open("/transfer")
        browser.see("Shall this be done?")
        browser.driver.switch_to.window(first)
        ActionChains(browser.driver).double_click(browser.button("Do it", ".sheet")).perform()
        browser.see("Done.")
        paid("100.00")
        # Back, and whatever that page still offers; the same page loaded again.
        browser.driver.back()
        browser.until("a page", lambda: browser.all("main"))
        press_what_is_left()
        browser.see("Transfer")
        browser.driver.refresh()
        browser.see("Transfer")
        paid("100.00")
        # The second tab has learned of it, or its answer comes too late.
        browser.driver.switch_to.window(second)
        press_what_is_left()
        browser.see("Transfer")
        paid("100.00")
        # The next order is one of its own.
        browser.open("/").open("/transfer").fill(to="savings", amount="11")
        browser.see("11.00 RUB from main to savings")
        browser.press("Next", within="main").press("Do it", within=".sheet")
        browser.see("Done.")
        paid("111.00")


def an_old_form_pays_nothing():
    person = Person("Olof")
    with Browser(LINK) as browser:
        browser.sign_in(person.email, PASSWORD).open("/transfer").fill(to="savings", amount="70")
        browser.see("70.00 RUB from main to savings")
        browser.press("Next", within="main")
        browser.see("Shall this be done?")
        fields = browser.driver.execute_script(
            "return new URLSearchParams(new FormData(document.querySelector('.sheet').closest('form'))).toString()")
        body = fields + "&do=perform.yes"
        send = (
            "const done = arguments[arguments.length - 1];"
            "fetch('/transfer', {method: 'POST', body: new URLSearchParams(arguments[0])})"
            ".then(answer => answer.text()).then(done, error => done(String(error)))")
        answers = [browser.driver.execute_async_script(send, body) for _ in range(4)]
        check("Done." in answers[0], answers[0][-2000:])
        check(all("so nothing was done" in answer for answer in answers[1:]), answers[1][-2000:])
        check(person.balances()["savings"] == "70.00", person.balances())


def browses_three_thousand_rows():
    person = Person("Hana", money="100000")
    path = os.path.join(tempfile.mkdtemp(prefix="statement."), "bank.csv")
    statement(path, 3000)
    with Browser(LINK, width=1440) as browser:
        browser.sign_in(person.email, PASSWORD).open("/import")

        def looked():
            browser.choose("account", "savings").fill(file=path, opening="100000").press("Look into it", within="main")
            browser.until("an answer", lambda: "3000 new" in browser.text or browser.all(".note.bad"), within=60)
            return "3000 new" in browser.text

        # The history says when it has not read of the deposit yet.
        browser.until("the file is read", looked, within=60)
        browser.press("Import", within="main .pane.first")
        browser.press("Import", within=".sheet")
        browser.see("Imported.", within=90)
        browser.open("/history")
        # With the deposit, and the balance before the first row.
        browser.see("All 3 002", within=90)
        seen = set()
        for number in range(3):
            # A page may come before its rows, and be renewed while they are read.
            rows = browser.until(
                "rows", lambda: {row.text for row in browser.all("#pane-main table.deck tbody tr:not(.day)")})
            check(len(rows) == 50 and not rows & seen, number, len(rows), len(rows & seen))
            seen |= rows
            browser.press("Next rows", within="nav.pages")
        browser.press("Previous rows", within="nav.pages")
        browser.tap(browser.find("button[value='perform.income']"))
        browser.until("income alone", lambda: browser.all("button[value='perform.income'][aria-current]"))
        browser.see("Salary", without=("Bakery",))
        browser.press("Search", within="main").fill(text="Salary 2980").press("Search", within="main")
        browser.see("found by Salary 2980")
        browser.until("one row", lambda: len(browser.all("#pane-main table.deck tbody tr:not(.day)")) >= 1)
        browser.see("Salary 2980", without=("Salary 2960",))
        browser.tap(browser.button("Salary 2980", "#pane-main table.deck"))
        browser.see("Salary 2980", "+9 000.00")


def drags_a_segment_and_scans():
    person = Person("Stan")
    market(person, tempfile.mkdtemp(prefix="market."))
    with Browser(LINK, width=1440) as browser:
        browser.sign_in(person.email, PASSWORD).open("/scanner")
        browser.press("SHAPE", within="table.deck")
        browser.see("candles")
        grip = browser.find("figure.chart svg.wide .grip[data-end=first]")

        def first():
            return browser.find("[name='span-first']").get_attribute("value")

        before = first()
        ActionChains(browser.driver).drag_and_drop_by_offset(grip, -120, 0).perform()
        browser.until("the segment has moved", lambda: first() < before)
        # By keys, as without a mouse.
        moved = first()
        browser.find("svg.wide .grip[data-end=first]").send_keys(Keys.ARROW_RIGHT)
        browser.until("the end has moved back", lambda: moved < first() < before)
        # What a press begins, the next one waits for: the answer to the key is on the page.
        known = "return document.querySelector('[name=span-first]').defaultValue"
        browser.until("the house knows", lambda: first() == browser.driver.execute_script(known))
        browser.press("Scan", within="#pane-main")
        browser.until("matches", lambda: browser.all("#pane-results table.deck tbody tr"), within=120)
        browser.see("Results")


def sees_the_chart_of_a_bond():
    person = Person("Boris")
    market(person, tempfile.mkdtemp(prefix="market."))
    with Browser(LINK, width=1440) as browser:
        browser.sign_in(person.email, PASSWORD).open("/bonds")
        browser.see("Kamaz")
        browser.open(f"/bonds/{BOND}/chart")
        browser.see("Lowest", "Highest")
        browser.tap(browser.find("button[value='perform.period'], button[value='enter']"))
        browser.fill(**{"from": "2025-02-01", "to": "2025-01-01"}).press("Show", within="main")
        browser.until("the refusal", lambda: browser.all(".error, .note.bad"))
        browser.fill(**{"to": "2025-02-20"}).press("Show", within="main")
        browser.see("2025-02-01 – 2025-02-20", "Lowest")
        browser.until("the chart is drawn", lambda: browser.all("figure.chart svg.wide"))


def adds_a_subscription_and_sees_the_forecast():
    person = Person("Fred")
    with Browser(LINK) as browser:
        browser.sign_in(person.email, PASSWORD).open("/subscriptions/new")
        browser.fill(service="Choir", amount="25 RUB").choose("payFrom", "main").press("Save", within="main")
        browser.see("Choir", "25.00 RUB", without=("New subscription",))
        browser.open("/subscriptions/forecast")
        browser.see("main", "Choir", "-25.00")


def news_arrive_without_reload():
    person = Person("Nina")
    with Browser(LINK, width=1440) as browser:
        browser.sign_in(person.email, PASSWORD)
        badge = browser.find("nav.nav .badge")
        count = int(badge.text.split()[0])
        browser.driver.execute_script("window.isTheSame = true")
        # A sign-in somewhere else is told.
        person("login", person.email, "--password-stdin", data=PASSWORD + "\n")
        browser.until(
            "the badge counts on",
            lambda: int(browser.find("nav.nav .badge").text.split()[0]) == count + 1)
        check(browser.driver.execute_script("return window.isTheSame === true"), "the page was loaded again")
        browser.open("/inbox")
        # A page may come before its messages.
        browser.until("the messages", lambda: not browser.all("main .wait"))
        rows = len(browser.all("#pane-main table.deck tbody tr"))
        browser.driver.execute_script("window.isTheSame = true")
        person("login", person.email, "--password-stdin", data=PASSWORD + "\n")
        browser.until("the message", lambda: len(browser.all("#pane-main table.deck tbody tr")) == rows + 1)
        check(browser.driver.execute_script("return window.isTheSame === true"), "the page was loaded again")
        # What somebody types stays while the page changes.
        browser.open("/limits").fill(daily="12345")
        browser.see("Spent today")
        person("withdraw", "main", "5", "RUB")
        browser.until("the new sum", lambda: "5.00 RUB" in browser.find("dl.facts").text.replace("\u00a0", " "))
        check(browser.find("[name='field.daily']").get_attribute("value") == "12345", "typed text is lost")
        # A house that is away is said, and so is its return.
        browser.offline(True)
        person("withdraw", "main", "6", "RUB")
        browser.see("The house does not answer.")
        browser.offline(False)
        person("withdraw", "main", "7", "RUB")
        browser.see("18.00 RUB", without=("The house does not answer.",))


def switches_the_language():
    person = Person("Lena")
    with Browser(LINK) as browser:
        browser.sign_in(person.email, PASSWORD).open("/transfer")
        browser.press("Русский", within=".top")
        browser.see("Перевод", "Откуда", without=("What for",))
        check(browser.find("html").get_attribute("lang") == "ru", "lang")
        check(browser.path == "/transfer", browser.path)
        browser.open("/history")
        browser.see("История", "Доходы")
        browser.press("English", within=".top")
        browser.see("History", "Income")
        check(browser.find("html").get_attribute("lang") == "en", "lang")


def is_dark_in_the_dark():
    person = Person("Dora")
    with Browser(LINK) as browser:
        browser.sign_in(person.email, PASSWORD)
        def ground():
            return browser.driver.execute_script("return getComputedStyle(document.body).backgroundColor")
        check(ground() == "rgb(255, 255, 255)", ground())
        browser.dark(True)
        check(ground() == "rgb(18, 22, 28)", ground())
        browser.open("/settings")
        check(ground() == "rgb(18, 22, 28)", ground())


def a_killed_service_comes_back_by_itself():
    person = Person("Karl")
    with Browser(LINK, width=1440) as browser:
        browser.sign_in(person.email, PASSWORD).open("/subscriptions")
        browser.see("Subscriptions")
        browser.driver.execute_script("window.isTheSame = true")
        before = pid_of("subscriptions")
        # Held back first: the supervisor would have another one running before anybody sees it.
        os.kill(before, signal.SIGSTOP)
        try:
            browser.until(
                "the page says who is away",
                lambda: "subscriptions" in " ".join(node.text for node in browser.all(".top .note.calm")).lower(),
                within=60)
            # The rest works.
            person("deposit", "main", "5", "RUB")
            browser.open("/history")
            browser.see("+5.00")
            browser.open("/subscriptions")
        finally:
            os.kill(before, signal.SIGKILL)
        browser.until("nobody is away", lambda: not browser.all(".top .note.calm"), within=60)
        browser.see("Subscriptions", without=("No answer",))
        check(pid_of("subscriptions") != before, "the same process")


def two_people_never_see_each_other():
    one, other = Person("Xenia", money="111.11"), Person("Yuri", money="222.22")
    with Browser(LINK) as left, Browser(LINK) as right:
        left.sign_in(one.email, PASSWORD)
        right.sign_in(other.email, PASSWORD)
        account = left.find("#pane-main table.deck a[href^='/accounts/']").get_attribute("href")
        for path in ("/", "/history", "/inbox", "/settings", "/transfer", "/subscriptions"):
            left.open(path)
            right.open(path)
            left.see("Xenia", without=("Yuri", "222.22"))
            right.see("Yuri", without=("Xenia", "111.11"))
        one("transfer", "main", "savings", "11.11", "RUB")
        left.open("/")
        left.see("100.00")
        right.open("/")
        right.see("222.22", without=("100.00", "11.11"))
        right.driver.get(account)
        right.until("a page", lambda: right.all("main, body"))
        right.see(without=("111.11", "100.00", "Xenia"))
        sign_out(left)
        right.open("/history")
        right.see("Yuri", "222.22")


def works_without_javascript():
    email = f"plain{os.getpid()}@example.org"
    with Browser(LINK, script=False) as browser:
        browser.open("/register").fill(email=email, name="Jana", password=PASSWORD, again=PASSWORD)
        browser.press("Register", within="main")
        browser.see("Accounts", "Jana")
        for name, more in (("main", {}), ("spare", {})):
            browser.open("/accounts/open").fill(name=name, **more).choose("currency", "RUB")
            browser.press("Open", within="main")
            browser.see(name)
        browser.open("/record").choose("account", "main").fill(amount="100").press("Write it down", within="main")
        browser.press("Write it down", within=".sheet")
        browser.see("Done.")
        browser.open("/transfer").choose("from", "main").fill(to="spare", amount="40").press("Next", within="main")
        browser.see("40.00 RUB from main to spare")
        browser.press("Do it", within=".sheet")
        browser.see("Done.", "Then in spare: 40.00 RUB")
        browser.driver.back()
        browser.open("/")
        browser.see("60.00", "40.00")
        sign_out(browser)
        browser.open("/")
        browser.see("Email or user name")


SCENARIOS = {
    name: body for name, body in globals().items()
    if callable(body) and getattr(body, "__module__", "") == __name__ and name not in ("check", "code_of", "sign_out")
}


def main():
    global LINK
    name, LINK = sys.argv[1:3]
    began = time.monotonic()
    SCENARIOS[name]()
    print(f"{name}: seen in {time.monotonic() - began:.1f} s")


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        print("\n".join(SCENARIOS))
    else:
        main()
