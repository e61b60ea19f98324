// The source: a text area over a mirror of its lines, which carries the gutter and the underlines.
// The mirror wraps where the text area wraps, so that a mark stands beside its line however long that is.

const QUIET = new Set(["proved", "assumed"]);

export class Editor {
  /** `edited()` after every change of the text; `moved(line)` when the caret gets to another line; `clicked(step)`. */
  constructor(area, mirror, { edited, moved, clicked }) {
    this.area = area;
    this.mirror = mirror;
    this.lines = [];
    this.steps = []; // { line, column, end_line, end_column, verdict, index }
    this.shown = []; // what each line of the mirror shows now, as a string
    this.current = 0;
    area.addEventListener("input", () => {
      this.#textChanged();
      edited();
    });
    document.addEventListener("selectionchange", () => {
      if (document.activeElement !== area || this.line === this.current) return;
      this.#markCurrent();
      moved(this.current);
    });
    mirror.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) clicked(Number(button.dataset.step));
    });
  }

  get text() {
    return this.area.value;
  }

  /** The line of the caret, from 1. */
  get line() {
    return this.text.slice(0, this.area.selectionStart).split("\n").length;
  }

  /** Another text. Where only a part differs, caret and scroll position stay with the rest. */
  set text(text) {
    const old = this.area.value;
    if (old === text) return;
    let start = 0;
    while (start < old.length && start < text.length && old[start] === text[start]) start++;
    let end = 0;
    const most = Math.min(old.length, text.length) - start;
    while (end < most && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
    this.area.setRangeText(text.slice(start, text.length - end), start, old.length - end, "preserve");
    this.#textChanged();
  }

  /** Put a text in the place of a region, as if it were typed: it can be undone. */
  replace(place, text) {
    const start = this.offset(place.line, place.column);
    const end = this.offset(place.end_line, place.end_column);
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(start, end);
    if (!document.execCommand("insertText", false, text)) {
      this.area.setRangeText(text, start, end, "end");
      this.area.dispatchEvent(new Event("input"));
    }
  }

  /** Where a line and column stand in the text. Columns count characters, the text area counts halves of some. */
  offset(line, column) {
    const before = this.lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    const head = Array.from(this.lines[line - 1] ?? "").slice(0, column - 1);
    return before + head.join("").length;
  }

  goTo(line, column = 1) {
    const at = this.offset(line, column);
    this.area.setSelectionRange(at, at);
    this.reveal(line);
    this.#markCurrent();
  }

  reveal(line) {
    this.mirror.children[line - 1]?.scrollIntoView({ block: "center" });
  }

  /** The verdicts, once they are known. */
  judge(steps) {
    this.steps = steps;
    this.#draw();
  }

  #markCurrent() {
    this.mirror.children[this.current - 1]?.classList.remove("current");
    this.current = this.line;
    this.mirror.children[this.current - 1]?.classList.add("current");
  }

  /** Verdicts before and behind an edit stay with their lines; those that it touches are open again. */
  #textChanged() {
    const lines = this.area.value.split("\n");
    const old = this.lines;
    let before = 0;
    while (before < old.length && before < lines.length && old[before] === lines[before]) before++;
    let behind = 0;
    const most = Math.min(old.length, lines.length) - before;
    while (behind < most && old[old.length - 1 - behind] === lines[lines.length - 1 - behind]) behind++;
    const shift = lines.length - old.length;
    const kept = [];
    for (const step of this.steps) {
      if (step.end_line <= before) kept.push(step);
      else if (step.line > old.length - behind) {
        kept.push({ ...step, line: step.line + shift, end_line: step.end_line + shift });
      } else if (step.line <= lines.length) {
        kept.push({ ...step, line: Math.min(step.line, lines.length), end_line: Math.min(step.line, lines.length), verdict: "pending" });
      }
    }
    // the rows of lines that only moved are moved, not made anew
    const children = this.mirror.children;
    for (let k = old.length - behind - 1; k >= before; k--) children[k]?.remove();
    this.shown.splice(before, old.length - behind - before);
    const fresh = document.createDocumentFragment();
    const count = lines.length - behind - before;
    for (let k = 0; k < count; k++) fresh.append(document.createElement("div"));
    this.mirror.insertBefore(fresh, children[before] ?? null);
    this.shown.splice(before, 0, ...Array(count).fill(null));
    this.lines = lines;
    this.steps = kept;
    this.#draw();
    this.#markCurrent();
  }

  #draw() {
    const byLine = new Map();
    for (const step of this.steps) {
      for (let line = step.line; line <= Math.min(step.end_line, step.line + 200); line++) {
        if (!byLine.has(line)) byLine.set(line, []);
        byLine.get(line).push(step);
      }
    }
    this.lines.forEach((text, k) => {
      const steps = byLine.get(k + 1) ?? [];
      const told = steps.map((s) => `${s.index}${s.verdict}${s.line}:${s.column}-${s.end_line}:${s.end_column}`).join();
      const key = `${k + 1}|${told}|${text}`;
      if (this.shown[k] === key) return;
      this.shown[k] = key;
      drawLine(this.mirror.children[k], k + 1, text, steps);
    });
  }
}

function element(name, className, text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

export function shape(verdict) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "shape");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#shape-${verdict}`);
  svg.append(use);
  return svg;
}

function drawLine(row, number, text, steps) {
  const current = row.classList.contains("current");
  row.className = current ? "line current" : "line";
  const side = element("span", "side");
  side.append(element("span", "number", String(number)));
  for (const step of steps.filter((s) => s.line === number)) {
    const button = element("button", step.verdict);
    button.type = "button";
    button.tabIndex = -1;
    button.title = step.verdict;
    button.dataset.step = step.index;
    button.append(shape(step.verdict));
    side.append(button);
  }
  row.replaceChildren(side, underlined(number, text, steps));
}

/** The line with the steps on it that are not proved underlined. */
function underlined(number, text, steps) {
  const made = element("span", "text");
  const characters = Array.from(text);
  let at = 0;
  const loud = steps.filter((s) => !QUIET.has(s.verdict) && s.verdict !== "pending");
  const spans = loud
    .map((s) => [s.line === number ? s.column - 1 : 0, s.end_line === number ? s.end_column - 1 : characters.length, s])
    .sort((a, b) => a[0] - b[0]);
  for (let [from, to, step] of spans) {
    while (from < to && characters[from] === " ") from++;
    if (from < at || to <= from) continue;
    made.append(characters.slice(at, from).join(""));
    made.append(element("span", `span ${step.verdict}`, characters.slice(from, to).join("")));
    at = to;
  }
  made.append(characters.slice(at).join("") + "\u200b");
  return made;
}
