// The page as a reader sees it. Blocks that have not changed stay as they are: open cards, scroll position and all.

import { cardOf, markOf, toggle, wire } from "./marks.js";

export class Page {
  /** `chosen(index)`: a step was opened; `apply(index, hint)`: a hint is to be used; `goTo(line)`. */
  constructor(root, notices, { chosen, apply, goTo }) {
    this.root = root;
    this.notices = notices;
    this.blocks = [];
    wire(root, (mark, open) => {
      if (open) chosen(this.indexOf(mark));
    });
    root.addEventListener("click", (event) => {
      const button = event.target.closest(".apply");
      if (!button) return;
      const mark = markOf(button.closest(".card"));
      apply(this.indexOf(mark), Number(button.dataset.hint));
    });
    notices.addEventListener("click", (event) => {
      const button = event.target.closest(".goto");
      if (button) goTo(Number(button.dataset.line));
    });
  }

  /** The number of a step on the page, from the place of its mark. */
  indexOf(mark) {
    const element = mark.closest(".block");
    return this.blocks.find((block) => block.element === element).steps[Number(mark.dataset.step)];
  }

  /** The line of the source where the block of a step begins. */
  lineOf(index) {
    return this.blocks.find((b) => b.steps.includes(index))?.line;
  }

  markAt(index) {
    const block = this.blocks.find((b) => b.steps.includes(index));
    return block?.element.querySelector(`.mark[data-step="${block.steps.indexOf(index)}"]`);
  }

  /** The blocks and notices of a result. Their HTML is made and escaped by the server. */
  show({ blocks, notices }) {
    const old = new Map();
    for (const block of this.blocks) {
      if (!old.has(block.key)) old.set(block.key, []);
      old.get(block.key).push(block.element);
    }
    const opened = this.#opened();
    const active = document.activeElement;
    this.blocks = blocks.map((block) => ({ ...block, element: old.get(block.key)?.shift() ?? made(block) }));
    const wanted = new Set(this.blocks.map((block) => block.element));
    for (const child of [...this.root.children]) if (!wanted.has(child)) child.remove();
    this.blocks.forEach((block, k) => {
      block.element.classList.remove("stale");
      if (this.root.children[k] !== block.element) this.root.insertBefore(block.element, this.root.children[k] ?? null);
    });
    if (active?.isConnected && active !== document.activeElement) active.focus({ preventScroll: true });
    if (this.notices.innerHTML !== notices) this.notices.innerHTML = notices;
    return opened;
  }

  /** The step whose card is open, if one is: it is opened again when its block was made anew. */
  #opened() {
    const mark = this.root.querySelector('.mark[aria-expanded="true"]');
    return mark ? { index: this.indexOf(mark), focused: mark.closest(".block").contains(document.activeElement) } : null;
  }

  /** Verdicts that an edit may have changed are shown as old ones. */
  doubt(lines) {
    for (const block of this.blocks) {
      const touched = lines.some((line) => block.line <= line && line <= block.end_line);
      if (touched) block.element.classList.add("stale");
    }
  }

  open(index, { focus = false, scroll = true } = {}) {
    const mark = this.markAt(index);
    if (!mark) return;
    toggle(mark, true);
    if (focus) mark.focus({ preventScroll: true });
    if (scroll) {
      const card = cardOf(mark);
      card.scrollIntoView({ block: "nearest" });
      mark.scrollIntoView({ block: "nearest" });
    }
  }

  /** The block that belongs to a line of the source is shown as the current one. */
  follow(line, scroll) {
    const found = this.blocks.filter((b) => b.line && b.line <= line).at(-1);
    for (const block of this.blocks) block.element.classList.toggle("here", block === found && line <= block.end_line + 1);
    if (scroll && found) found.element.scrollIntoView({ block: "nearest" });
  }
}

function made(block) {
  const element = document.createElement("div");
  element.className = "block";
  element.innerHTML = block.html;
  return element;
}
