// The page: editor on the left, what is known on the right, and the talk with the server between them.

import * as api from "./api.js";
import { Chooser } from "./chooser.js";
import { Editor, shape } from "./editor.js";
import { Page } from "./page.js";
import { themed } from "./theme.js";

const WAIT = 250; // milliseconds after the last key
const at = (id) => document.getElementById(id);
const ORDER = ["refuted", "unknown", "unread", "supported", "assumed", "proved"];

const state = {
  name: "page.tex", // its end says how it is read
  path: "", // of the file, where there is one
  stamp: "", // of what is on disk, as far as we know
  saved: "", // the text on disk
  result: null,
  shownText: null, // what the verdicts on the page are about
  checkedText: null, // likewise, hints included
  aborter: null,
  timer: 0,
  follower: null,
};

const editor = new Editor(at("text"), at("mirror"), {
  edited: () => later(WAIT),
  moved: (line) => page.follow(line, true),
  clicked: (index) => {
    showOnly("page");
    page.open(index, { focus: true });
  },
});
const page = new Page(at("blocks"), at("notices"), {
  chosen: (index) => {
    const step = state.result.view.steps[index];
    if (step) editor.reveal(lineOf(step));
  },
  apply: applyHint,
  goTo: (line) => {
    showOnly("source");
    editor.goTo(line);
    at("text").focus();
  },
});
const chooser = new Chooser(at("chooser"), at("find"), at("choices"), { file: openFile, example: openExample });

// Checking ----------------------------------------------------------------------------------------

function later(wait) {
  dirty();
  delete document.body.dataset.checked;
  page.doubt(editor.steps.filter((step) => step.verdict === "pending").map((step) => oldLine(step)));
  clearTimeout(state.timer);
  state.timer = setTimeout(() => checkNow(), wait);
}

/** The line that a step had when the page was made. */
function oldLine(step) {
  return state.result?.view.steps[step.index]?.place.line ?? 0;
}

/** The line of a step; of one in a file that the page reads in, the line that asks for it. */
function lineOf(step, index = state.result.view.steps.indexOf(step)) {
  return step.place.file ? (page.lineOf(index) ?? 1) : step.place.line;
}

/** `again`: also what was checked already, since a file that it reads in may have changed. */
async function checkNow(again = false) {
  clearTimeout(state.timer);
  const text = editor.text;
  if (text === state.checkedText && !again) {
    document.body.dataset.checked = "1";
    return;
  }
  delete document.body.dataset.checked;
  state.aborter?.abort();
  const aborter = new AbortController();
  state.aborter = aborter;
  progress(0, 0);
  try {
    const early = (result) => {
      if (text === editor.text) shown(text, result);
    };
    const result = await api.check(text, state, aborter.signal, { progress, early });
    if (text === editor.text) {
      shown(text, result);
      state.checkedText = text;
      document.body.dataset.checked = "1"; // what is shown is about what is there
    }
  } catch (error) {
    if (error.name === "AbortError") return;
    say(error.message, "fault");
  }
  if (state.aborter === aborter) at("progress").hidden = true;
}

function shown(text, result) {
  state.result = result;
  state.shownText = text;
  const { view } = result;
  const opened = page.show(result.page);
  // steps of files that the page reads in have no line here
  const judged = view.steps.map((step, index) => ({ ...step.place, verdict: step.verdict, index }));
  editor.judge(judged.filter((step) => !step.file));
  const stillOpen = document.querySelector('#blocks .mark[aria-expanded="true"]');
  if (opened && !stillOpen) page.open(Math.min(opened.index, view.steps.length - 1), { focus: opened.focused, scroll: false });
  page.follow(editor.line, false);
  summarise(view);
}

function progress(done, total) {
  const bar = at("progress");
  bar.hidden = false;
  if (total) {
    bar.max = total;
    bar.value = done;
  } else {
    bar.removeAttribute("value");
  }
  // said only while nothing else is known: the bar shows it, and a voice that counts along would be in the way
  if (!state.result) at("status").textContent = "checking";
}

function summarise(view) {
  const status = at("status");
  status.replaceChildren();
  for (const name of ORDER.filter((word) => view.summary[word])) {
    const count = document.createElement("span");
    count.className = `count ${name}`;
    count.append(shape(name), ` ${view.summary[name]} ${name}`);
    status.append(count);
  }
  if (!status.childElementCount) status.textContent = view.notices.some((n) => n.fault) ? "cannot be read" : "no steps found";
}

function say(message, kind = "") {
  const status = at("status");
  status.replaceChildren();
  if (kind) status.append(shape(kind), " ");
  status.append(message);
}

function applyHint(index, number) {
  const step = state.result.view.steps[index];
  const hint = step?.hints[number];
  if (!hint?.edits.length || editor.text !== state.shownText) return;
  // from the end to the front, so that what is still to be done keeps its place
  const edits = [...hint.edits].sort((a, b) => b.place.line - a.place.line || b.place.column - a.place.column);
  for (const { place, text } of edits) editor.replace(place, text);
  clearTimeout(state.timer);
  checkNow();
}

// Files -------------------------------------------------------------------------------------------

function dirty() {
  const changed = state.path !== "" && editor.text !== state.saved;
  document.body.classList.toggle("dirty", changed);
  at("save").disabled = !changed;
  return changed;
}

function opened(name, path, text, stamp) {
  state.follower?.close();
  Object.assign(state, { name, path, stamp, saved: text, follower: null, checkedText: null });
  at("name").textContent = name;
  document.title = `${name} – hence`;
  at("save").hidden = !path;
  banner();
  editor.text = text;
  editor.goTo(1);
  dirty();
  checkNow();
  if (path) state.follower = api.follow(path, changedOnDisk);
}

async function openFile(path) {
  try {
    const { text, stamp } = await api.readFile(path);
    opened(path, path, text, stamp);
  } catch (error) {
    say(`${path}: ${error.message}`, "fault");
  }
}

async function openExample(id) {
  try {
    const { name, text } = await api.readExample(id);
    opened(name, "", text, "");
  } catch (error) {
    say(error.message, "fault");
  }
}

async function changedOnDisk(stamp) {
  if (stamp === state.stamp) return;
  const path = state.path;
  const found = await api.readFile(path);
  if (path !== state.path || found.stamp === state.stamp) return;
  const take = () => {
    Object.assign(state, { stamp: found.stamp, saved: found.text });
    editor.text = found.text;
    banner();
    dirty();
    checkNow();
  };
  if (!dirty()) {
    take();
    return;
  }
  banner(`${path} has changed on disk, and here.`, {
    "Take the file": take,
    "Keep mine": () => {
      state.stamp = found.stamp;
      banner();
    },
  });
}

async function save() {
  if (!state.path || !dirty()) return;
  const text = editor.text;
  try {
    const { stamp } = await api.writeFile(state.path, text, state.stamp);
    Object.assign(state, { stamp, saved: text });
    dirty();
  } catch (error) {
    if (error.status === 409) await changedOnDisk("");
    else say(error.message, "fault");
  }
}

async function exportPage() {
  try {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await api.exported(editor.text, state.name, state.path));
    link.download = `${state.name.replace(/\.[^.]*$/, "").replaceAll("/", "-")}.html`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  } catch (error) {
    say(error.message, "fault");
  }
}

function banner(message = "", actions = {}) {
  const bar = at("banner");
  bar.replaceChildren(message);
  bar.hidden = !message;
  for (const [word, act] of Object.entries(actions)) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = word;
    button.addEventListener("click", act);
    bar.append(button);
  }
}

// Getting around ----------------------------------------------------------------------------------

/** The next or previous step that is neither proved nor given, from the one where we are. */
function go(direction) {
  const steps = state.result?.view.steps ?? [];
  const wanted = steps.map((step, index) => ({ line: lineOf(step, index), index, verdict: step.verdict }));
  const open = wanted.filter((step) => !["proved", "assumed"].includes(step.verdict));
  if (!open.length) {
    say("every step is proved or given");
    return;
  }
  const focused = document.activeElement.closest?.("#blocks .block") && document.activeElement.closest(".mark, .card");
  const mark = focused && (focused.matches(".mark") ? focused : null);
  const here = mark ? page.indexOf(mark) : -1;
  const line = editor.line;
  const isNext = (step) => (mark ? step.index > here : step.line > line || (step.line === line && !mark));
  const isBefore = (step) => (mark ? step.index < here : step.line < line);
  const found = direction > 0 ? open.find(isNext) ?? open[0] : open.findLast(isBefore) ?? open.at(-1);
  showOnly("page");
  page.open(found.index, { focus: true });
  editor.reveal(found.line);
}

function showOnly(part) {
  document.querySelector("main").dataset.shown = part;
  at("show-page").setAttribute("aria-pressed", String(part === "page"));
  at("show-source").setAttribute("aria-pressed", String(part === "source"));
}

document.addEventListener("keydown", (event) => {
  if (event.key === "F8") {
    event.preventDefault();
    go(event.shiftKey ? -1 : 1);
  } else if ((event.ctrlKey || event.metaKey) && event.key === "s") {
    event.preventDefault();
    save();
  } else if ((event.ctrlKey || event.metaKey) && event.key === "Enter") {
    event.preventDefault();
    checkNow(true);
  } else if ((event.ctrlKey || event.metaKey) && event.key === "o") {
    event.preventDefault();
    chooser.show();
  }
});
window.addEventListener("beforeunload", (event) => {
  if (dirty()) event.preventDefault();
});
at("open").addEventListener("click", () => chooser.show());
at("next").addEventListener("click", () => go(1));
at("previous").addEventListener("click", () => go(-1));
at("save").addEventListener("click", save);
at("export").addEventListener("click", exportPage);
at("show-source").addEventListener("click", () => showOnly("source"));
at("show-page").addEventListener("click", () => showOnly("page"));
themed(at("theme"));
showOnly("page");

const first = document.querySelector('meta[name="hence-first"]').content;
if (first) openFile(first);
else openExample("readme");
