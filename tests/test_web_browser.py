"""`hence serve` in a real browser: Chromium from the system, driven by selenium. Where it is not, the tests say so."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
axe = pytest.importorskip("axe_core_python", reason="axe-core is not installed")
pytest.importorskip("uvicorn", reason="the extra [web] is not installed")

from selenium.common.exceptions import TimeoutException  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

from hence.web.examples import README  # noqa: E402

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
needs_chromium = pytest.mark.skipif(
    not (CHROMIUM and DRIVER), reason="no chromium and chromedriver: apt-get install chromium chromium-driver"
)
pytestmark = needs_chromium
PATIENCE = 120  # seconds after which a test has failed
AXE = Path(axe.__file__).parent / "axe.min.js"
SCREENSHOTS = os.environ.get("HENCE_SCREENSHOTS")  # a folder, for those who want to look


class Window:
    """A browser on a served folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = subprocess.Popen(
            [sys.executable, "-m", "hence", "serve", "--no-browser", str(folder)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.server.stdout is not None
        self.address = self.server.stdout.readline().strip()
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
            options.add_argument(flag)
        options.add_experimental_option("prefs", {"download.default_directory": str(folder / "downloads")})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
        self.driver.set_page_load_timeout(PATIENCE)

    def close(self) -> None:
        self.driver.quit()
        self.server.send_signal(signal.SIGINT)
        self.server.wait(PATIENCE)

    def open(self, width: int = 1360, height: int = 800) -> None:
        """The page from the start, with the example of the README."""
        self.size(width, height)
        self.driver.get("about:blank")
        self.driver.get(self.address)
        self.settled()

    def size(self, width: int, height: int) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def prefers(self, scheme: str) -> None:
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})

    def run(self, script: str, *arguments: object) -> Any:
        return self.driver.execute_script(script, *arguments)

    def until(self, condition: Callable[[], object], what: str = "") -> None:
        try:
            WebDriverWait(self.driver, PATIENCE, 0.1).until(lambda _: condition())
        except TimeoutException:
            pytest.fail(f"never happened: {what}; the page shows {self.status!r}, {self.marks()}")

    def settled(self) -> None:
        """Until what is shown is about the text that is there."""
        self.until(
            lambda: self.run(
                "return document.readyState === 'complete' && document.body.dataset.checked === '1' "
                "&& document.getElementById('progress').hidden"
            ),
            "a settled page",
        )
        self.run("return document.fonts.ready")

    def find(self, selector: str) -> Any:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    @property
    def status(self) -> str:
        return self.find("#status").text

    def marks(self) -> list[str]:
        return self.run("return [...document.querySelectorAll('#blocks .mark')].map((m) => m.classList[1])")

    def gutter(self) -> dict[int, str]:
        """Verdicts by line."""
        rows = self.run(
            "return [...document.querySelectorAll('#mirror .line')].map((l, k) => [k + 1, "
            "[...l.querySelectorAll('.side button')].map((b) => b.title).join()])"
        )
        return {line: verdict for line, verdict in rows if verdict}

    def type(self, text: str) -> None:
        """Another text, as if it were typed."""
        self.run(
            "const a = document.getElementById('text'); a.focus(); a.select(); "
            "document.execCommand('insertText', false, arguments[0]);",
            text,
        )
        self.settled()

    def insert(self, at: int, text: str, remove: int = 0) -> None:
        self.run(
            "const a = document.getElementById('text'); a.focus(); "
            "a.setSelectionRange(arguments[0], arguments[0] + arguments[2]); "
            "if (arguments[1]) document.execCommand('insertText', false, arguments[1]); "
            "else document.execCommand('delete');",
            at,
            text,
            remove,
        )

    def text(self) -> str:
        return self.run("return document.getElementById('text').value")

    def trouble(self) -> list[str]:
        """What the browser complains of: script that was refused, requests that failed."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    def serious(self) -> list[str]:
        """Findings of axe that are serious or critical."""
        self.driver.execute_script(AXE.read_text(encoding="utf-8"))
        found = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1]; axe.run().then((r) => done(r.violations));"
        )
        return [f"{v['id']}: {v['nodes'][0]['html'][:200]}" for v in found if v["impact"] in ("serious", "critical")]

    def picture(self, name: str) -> None:
        if SCREENSHOTS:
            Path(SCREENSHOTS).mkdir(parents=True, exist_ok=True)
            self.driver.save_screenshot(str(Path(SCREENSHOTS, f"{name}.png")))


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    folder = tmp_path_factory.mktemp("pages")
    (folder / "homework.tex").write_text(README, encoding="utf-8")
    made = Window(folder)
    yield made
    made.close()


def test_an_error_is_marked_at_its_line_and_a_hint_mends_it(window: Window):
    window.open()
    assert window.gutter() == {3: "proved", 4: "proved", 5: "refuted"}
    right = README.replace("- X^\\top y", "- 2 X^\\top y")
    window.type(right)
    assert window.marks() == ["proved"] * 3
    window.insert(right.index("2 X^\\top (X w"), "", remove=1)  # drop a factor of the second step
    window.settled()
    assert window.gutter()[4] == "refuted"
    window.type(README)
    window.find("#blocks .mark.refuted").click()
    card = window.find("#blocks .card:not([hidden])")
    assert "left is" in card.text
    window.until(lambda: window.driver.find_elements(By.CSS_SELECTOR, ".card:not([hidden]) .apply"), "a hint")
    window.picture("refuted")
    window.find(".card:not([hidden]) .apply").click()
    window.settled()
    assert window.marks() == ["proved"] * 3
    assert window.trouble() == []


def test_the_caret_the_scroll_position_and_open_cards_stay(window: Window):
    window.open()
    page = (README.replace("- X^", "- 2 X^") + "\n") * 8 + README
    window.type(page)
    window.run("document.querySelectorAll('#blocks .mark')[1].click()")
    window.run("document.getElementById('rendered').scrollTop = 300; document.getElementById('source').scrollTop = 200")
    at = page.index("- X^\\top y") + 2
    window.insert(at, "3")
    window.settled()
    assert window.run("return document.getElementById('text').selectionStart") == at + 1
    assert window.run("return document.getElementById('rendered').scrollTop") == 300
    assert window.run("return document.getElementById('source').scrollTop") == 200
    assert window.run("return document.querySelectorAll('#blocks .mark')[1].ariaExpanded") == "true"


def test_while_a_check_runs_only_touched_verdicts_are_in_doubt(window: Window):
    window.open()
    window.type(README + "\n" + README)
    window.run(
        "window.doubted = null; const a = document.getElementById('text'); a.focus(); a.setSelectionRange(0, 0);"
        "const at = a.value.lastIndexOf('- X'); a.setSelectionRange(at, at);"
        "document.execCommand('insertText', false, '+ 0 ');"
        "window.doubted = [...document.querySelectorAll('#blocks .block')].map((b) => b.classList.contains('stale'));"
        "window.sides = [...document.querySelectorAll('#mirror .side button')].map((b) => b.title);"
    )
    assert window.run("return window.doubted") == [False, False, False, True]
    assert window.run("return window.sides") == ["proved", "proved", "refuted", "proved", "proved", "pending"]
    window.settled()


def test_broken_latex_gets_a_notice_that_leads_to_its_line(window: Window):
    window.open()
    window.type("Some words.\n\n\\begin{align}\n  x = \\frac{1}{\n")
    assert "never closed" in window.find("#notices").text
    window.find("#notices .goto").click()
    assert window.run("return document.activeElement.id") == "text"
    window.type(README)
    assert window.marks() == ["proved", "proved", "refuted"]


def test_a_page_with_two_hundred_steps(window: Window):
    window.open()
    rows = " \\\\\n".join(f"  (x + {k})^2 &= x^2 + {2 * k} x + {k * k}" for k in range(1, 201))
    window.type(f"Let $x \\in \\mathbb{{R}}$. Then\n\\begin{{align*}}\n{rows}\n\\end{{align*}}\n")
    assert window.status == "200 proved"
    assert len(window.marks()) == 200
    assert window.gutter()[202] == "proved"


def test_a_file_is_opened_followed_and_saved(window: Window):
    window.open()
    page = window.folder / "homework.tex"
    window.find("#open").click()
    window.until(lambda: window.find("#choices li button").is_displayed(), "the list of files")
    window.find("#find").send_keys("homework" + Keys.ENTER)
    window.until(lambda: window.find("#save").is_displayed(), "an open file")
    window.settled()
    page.write_text(README.replace("- X^\\top y", "- 2 X^\\top y"), encoding="utf-8")
    window.until(lambda: window.marks() == ["proved"] * 3, "the change on disk")
    window.insert(0, "Mine. ")
    window.settled()
    window.find("#save").click()
    window.until(lambda: page.read_text(encoding="utf-8").startswith("Mine. "), "the saved file")
    window.insert(0, "Unsaved. ")
    page.write_text(README, encoding="utf-8")
    window.until(lambda: window.find("#banner").is_displayed(), "the question which one to keep")
    assert window.text().startswith("Unsaved. ")
    window.driver.find_elements(By.CSS_SELECTOR, "#banner button")[0].click()
    window.settled()
    assert window.text() == README


def test_the_export_is_a_page_of_its_own(window: Window):
    window.open()
    window.find("#export").click()
    found = window.folder / "downloads" / "homework.html"
    window.until(found.exists, "the export")
    window.driver.get(found.as_uri())
    window.find(".mark.refuted").click()
    assert "left is" in window.find(".card:not([hidden])").text
    assert window.find(".line.here").text.startswith("5")
    assert window.serious() == []
    assert window.trouble() == []
    window.picture("export")
    found.unlink()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1360, 390])
def test_nothing_serious_is_found_by_the_accessibility_checker(window: Window, scheme: str, width: int):
    window.prefers(scheme)
    window.open(width)
    window.run("document.querySelector('#blocks .mark.refuted').click()")
    window.until(lambda: window.driver.find_elements(By.CSS_SELECTOR, ".card:not([hidden]) .apply"), "a hint")
    window.picture(f"{scheme}-{width}")
    assert window.serious() == []
    overflow = window.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0
    window.prefers("light")


def test_on_a_phone_one_part_is_shown_at_a_time(window: Window):
    window.open(390)
    assert window.find("#rendered").is_displayed()
    assert not window.find("#source").is_displayed()
    window.find("#show-source").click()
    assert window.find("#source").is_displayed()
    assert not window.find("#rendered").is_displayed()
    window.picture("phone-source")


def test_everything_can_be_done_by_keyboard(window: Window):
    window.open()
    keys = webdriver.ActionChains(window.driver)
    keys.send_keys(Keys.F8).perform()
    assert window.run("return document.activeElement.classList.contains('refuted')")
    assert window.run("return document.activeElement.getAttribute('aria-expanded')") == "true"
    window.until(lambda: window.driver.find_elements(By.CSS_SELECTOR, ".card:not([hidden]) .apply"), "a hint")
    for _ in range(10):
        webdriver.ActionChains(window.driver).send_keys(Keys.TAB).perform()
        if window.run("return document.activeElement.classList.contains('apply')"):
            break
    webdriver.ActionChains(window.driver).send_keys(Keys.ENTER).perform()
    window.settled()
    assert window.marks() == ["proved"] * 3
    window.run("document.querySelectorAll('#blocks .mark')[0].focus()")
    webdriver.ActionChains(window.driver).send_keys(Keys.ENTER).perform()
    assert window.find(".card:not([hidden])").is_displayed()
    webdriver.ActionChains(window.driver).send_keys(Keys.ESCAPE).perform()
    assert not window.driver.find_elements(By.CSS_SELECTOR, ".card:not([hidden])")
    names = window.run(
        "return [...document.querySelectorAll('button, textarea, input')].filter((e) => !e.closest('[aria-hidden]')"
        " && !(e.innerText || e.textContent || e.ariaLabel || '').trim() && !e.getAttribute('aria-label')).length"
    )
    assert names == 0


def test_script_on_a_page_never_runs(window: Window):
    window.open()
    script = "<script>window.hit = 1</script><img src=x onerror='window.hit = 1'><svg onload='window.hit = 1'></svg>"
    page = (
        rf"\section{{{script}}} {script} \textbf{{{script}}} $\text{{{script}}} = \operatorname{{{script}}}$" + "\n\n"
    )
    page += rf"\[ x = x + 1 \quad \text{{{script}}} \tag{{{script}}} \]" + "\n"
    window.type(page)
    for mark in window.driver.find_elements(By.CSS_SELECTOR, "#blocks .mark"):
        mark.click()
    assert window.run("return window.hit === undefined")
    assert not window.run("return document.querySelector('#blocks script, #blocks img, #blocks [onload]')")
    assert window.run("return document.getElementById('blocks').textContent.includes('<script>')")
    # and if something came through, the policy would not let it run
    window.run("document.getElementById('blocks').innerHTML = arguments[0]", "<img src=x onerror='window.hit = 1'>")
    window.until(lambda: any("Content Security Policy" in line for line in window.trouble()), "a refusal")
    assert window.run("return window.hit === undefined")


def test_examples_of_the_catalogue_can_be_opened(window: Window):
    window.open()
    window.find("#open").click()
    window.until(lambda: len(window.driver.find_elements(By.CSS_SELECTOR, "#choices li")) > 100, "the catalogue")
    assert re.search(r"README", window.find("#choices").text)
    window.find("#find").send_keys("Markdown" + Keys.ENTER)
    window.until(lambda: window.text().startswith("# Softmax"), "the example")
    window.settled()
    assert "refuted" in window.marks()
    window.picture("markdown")
