"""A person at a browser: headless chromium behind Debian's chromium-driver, seen through selenium.

Every wait is for something that the page shows, with a deadline. A failure prints what the page showed.
"""

import shutil
import tempfile
import time
import urllib.parse

from selenium import webdriver
from selenium.common.exceptions import JavascriptException, StaleElementReferenceException, WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions
from selenium.webdriver.support.ui import Select

CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
PATIENCE = 30

# The page is drawn and its module, if it may run, has been evaluated.
READY = "return document.readyState === 'complete'"
# What a person reads: the text as drawn, without what is hidden.
TEXT = "return document.body.innerText.replace(/[\\u00a0\\u202f]/g, ' ')"


class NotSeen(AssertionError):
    """The page did not show what a person would have waited for."""


def literal(text):
    """Returns a string for XPath, which has no escapes."""
    if '"' not in text:
        return f'"{text}"'
    return "concat(" + ", '\"', ".join(f'"{part}"' for part in text.split('"')) + ")"


class Browser:
    """A window of a browser of its own: nothing is shared with another one."""

    def __init__(self, link, *, width=390, script=True, dark=False):
        self.link = link.rstrip("/")
        self.profile = tempfile.mkdtemp(prefix="browser.")
        options = Options()
        options.binary_location = CHROMIUM
        for argument in (
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-proxy-server",
            "--disable-features=Translate,OptimizationHints,MediaRouter,PasswordManager", "--lang=en-US",
            "--window-size=1440,1000", "--force-device-scale-factor=1", f"--user-data-dir={self.profile}",
        ):
            options.add_argument(argument)
        preferences = {"credentials_enable_service": False, "intl.accept_languages": "en-US,en"}
        if not script:
            preferences["profile.managed_default_content_settings.javascript"] = 2
        options.add_experimental_option("prefs", preferences)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        try:
            self.driver = webdriver.Chrome(options=options, service=Service(executable_path=DRIVER))
        except BaseException:
            shutil.rmtree(self.profile, ignore_errors=True)
            raise
        self.driver.set_page_load_timeout(60)
        self.resize(width)
        if dark:
            self.dark(True)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if error is not None:
            print(f"--- {type(error).__name__}; the page then:\n{self.state()}", flush=True)
        self.driver.quit()
        shutil.rmtree(self.profile, ignore_errors=True)

    # What the browser is

    def resize(self, width, height=None):
        """Makes the window as wide as a phone, a tablet or a screen."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height or (844 if width < 500 else 1024), "deviceScaleFactor": 1,
            "mobile": False,
        })

    def dark(self, is_dark):
        """Has the system ask for dark or light pages."""
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [
                {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"},
                {"name": "prefers-reduced-motion", "value": "reduce"},
            ],
        })

    def offline(self, is_offline):
        """Takes the page's requests away from the network, past the service worker, or gives them back."""
        for command, parameters in (
            ("Network.enable", {}), ("Network.setBypassServiceWorker", {"bypass": is_offline}),
            ("Network.emulateNetworkConditions", {
                "offline": is_offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}),
        ):
            self.driver.execute_cdp_cmd(command, parameters)

    def authenticator(self):
        """Gives the browser a device with passkeys that has recognised its user."""
        options = VirtualAuthenticatorOptions()
        options.protocol = VirtualAuthenticatorOptions.Protocol.CTAP2
        options.transport = VirtualAuthenticatorOptions.Transport.INTERNAL
        options.has_resident_key = options.has_user_verification = options.is_user_verified = True
        options.is_user_consenting = True
        self.driver.add_virtual_authenticator(options)

    # What a person reads

    @property
    def path(self):
        """The address, without the origin."""
        address = urllib.parse.urlsplit(self.driver.current_url)
        return address.path + (f"?{address.query}" if address.query else "")

    @property
    def text(self):
        """What can be read. Capital letters by the style sheet count as written."""
        return self.driver.execute_script(TEXT)

    def state(self):
        """Returns what is there, for the report of a failure."""
        lines = []
        for get in (lambda: self.driver.current_url, lambda: self.text, self.complaints):
            try:
                lines.append(str(get()))
            except WebDriverException as error:
                lines.append(f"({error.msg})")
        return "\n".join(lines)

    def complaints(self):
        """Returns what the browser says about the page: scripts that fail, resources that are refused."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    def until(self, what, condition, within=PATIENCE):
        """Waits for a condition, which may meet a page that is just leaving. Returns its value."""
        deadline = time.monotonic() + within
        while True:
            try:
                value = condition()
                if value:
                    return value
            except (StaleElementReferenceException, JavascriptException):
                pass
            except WebDriverException as error:
                if "no such" not in str(error) and "not attached" not in str(error):
                    raise
            if time.monotonic() > deadline:
                raise NotSeen(f"not within {within} s: {what}")
            time.sleep(0.03)

    def see(self, *texts, without=(), within=PATIENCE):
        """Waits until all texts can be read and none of the others."""
        def is_there():
            text = self.text
            return all(one in text for one in texts) and not any(one in text for one in without)
        self.until(f"{texts} without {without}", is_there, within)

    def find(self, selector):
        """Returns the first element of a selector, once there is one."""
        return self.until(selector, lambda: self.all(selector))[0]

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    # What a person does

    def open(self, path="/"):
        """Goes to an address."""
        self.driver.get(self.link + path)
        return self

    def fill(self, **fields):
        """Types into fields, in place of what is there."""
        for name, text in fields.items():
            field = self.find(f"[name='field.{name}']")
            if field.get_attribute("type") == "file":
                field.send_keys(text)
            elif field.get_attribute("type") == "date":
                year, month, day = text.split("-")
                field.send_keys(month + day + year)
            else:
                field.clear()
                field.send_keys(text)
        return self

    def choose(self, name, beginning):
        """Takes the choice that begins with a text."""
        select = Select(self.find(f"[name='field.{name}']"))
        for option in select.options:
            if option.text.replace("\u00a0", " ").startswith(beginning):
                select.select_by_value(option.get_attribute("value"))
                return self
        raise NotSeen(f"{beginning} among {[option.text for option in select.options]}")

    def button(self, text, within="body"):
        """Returns a button or a link by its words, once it can be seen."""
        words = literal(text)
        path = (
            f"//*[self::button or self::a or self::summary]"
            f"[normalize-space(.)={words} or .//*[normalize-space(.)={words}]]"
        )
        def shown():
            root = self.driver.find_element(By.CSS_SELECTOR, within)
            return [node for node in root.find_elements(By.XPATH, "." + path) if node.is_displayed()]
        return self.until(f"a button {text!r}", shown)[0]

    def press(self, text, within="body", leaves=True):
        """Presses a button or a link, and waits until the page has gone."""
        return self.tap(self.button(text, within), leaves)

    def tap(self, element, leaves=True):
        """Presses an element, out from under the bar of a phone, as a finger would scroll."""
        def act():
            self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
            element.click()
        self.leave(act) if leaves else act()
        return self

    def leave(self, act):
        """Does something that leads to another page, and waits for that page."""
        old = self.driver.find_element(By.TAG_NAME, "html")
        act()
        def is_gone():
            try:
                old.is_enabled()
                return False
            except WebDriverException:
                return self.driver.execute_script(READY)
        self.until("another page", is_gone)

    # What most visits begin with

    def sign_in(self, name, password):
        """Signs in with a password."""
        self.open("/sign-in").fill(login=name, password=password).press("Sign in", within="main")
        self.see("Accounts")
        return self

