// The table of students: sorted, searched, a hundred rows at a time; points that a person changes become overrides.toml.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const ROWS = 100;
const [NAME, FILE, POINTS, OPEN, MISTAKES, LOOKS, COUNTS, TROUBLE] = [0, 1, 2, 3, 4, 5, 6, 7];
const changed = structuredClone(data.decided);
let sorted = { column: "student", down: false }, first = 0, shown = [], dirty = false;

const sum = (list) => Math.round(list.reduce((a, b) => a + b, 0) * 1000) / 1000;
const given = (row, k) => changed[row[NAME]]?.[data.questions[k][0]]?.[0] ?? row[POINTS][k];
const total = (row) => sum(data.questions.map((_, k) => given(row, k)));
const columns = [
  { id: "student", title: "student", value: (r) => r[NAME], text: true },
  ...(data.questions.length
    ? [{ id: "total", title: "points", value: total },
       ...data.questions.map((q, k) => ({ id: `q${k}`, title: `${q[0]} (${q[1]})`, tip: q[2], question: k, value: (r) => given(r, k) })),
       { id: "open", title: "open", value: (r) => sum(r[OPEN]) }]
    : ["proved", "refuted", "unknown", "unread"].map((name, k) => ({ id: name, title: name, value: (r) => r[COUNTS][k] }))),
  { id: "mistakes", title: "mistakes", value: (r) => r[MISTAKES] },
  { id: "looks", title: "to look at", value: (r) => r[LOOKS] },
];

function element(name, text, css) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (css) made.className = css;
  return made;
}

function head() {
  const row = element("tr");
  for (const column of columns) {
    const cell = element("th", undefined, column.text ? "" : "number");
    const button = element("button", column.title);
    button.type = "button";
    if (column.tip) button.title = column.tip;
    if (sorted.column === column.id) {
      button.append(sorted.down ? " ▾" : " ▴");
      cell.setAttribute("aria-sort", sorted.down ? "descending" : "ascending");
    }
    button.addEventListener("click", () => {
      sorted = { column: column.id, down: sorted.column === column.id ? !sorted.down : !column.text };
      choose();
    });
    cell.append(button);
    row.append(cell);
  }
  document.querySelector("#students thead").replaceChildren(row);
}

function points(row, column) {
  const cell = element("td", undefined, "number");
  const k = column.question, question = data.questions[k][0];
  const input = element("input");
  Object.assign(input, { type: "number", min: 0, step: "any", value: given(row, k) });
  input.setAttribute("aria-label", `points of ${row[NAME]} for ${question}`);
  const decided = changed[row[NAME]]?.[question];
  if (decided) { cell.classList.add("changed"); cell.title = decided[1] || "decided by a person"; }
  else if (row[OPEN][k] > 0) { cell.classList.add("open"); cell.title = `a person decides about ${row[OPEN][k]} of these`; }
  input.addEventListener("change", () => {
    if (input.value === "" || !input.validity.valid) return;
    (changed[row[NAME]] ??= {})[question] = [Number(input.value), decided?.[1] ?? ""];
    dirty = true;
    document.getElementById("save").hidden = false;
    body();
  });
  cell.append(input);
  return cell;
}

function line(row) {
  const made = element("tr");
  for (const column of columns) {
    if (column.question !== undefined) { made.append(points(row, column)); continue; }
    const cell = element("td", undefined, column.text ? "" : "number");
    if (column.id === "student") {
      const link = element("a", row[NAME]);
      link.href = row[FILE];
      cell.append(link);
      if (row[TROUBLE]) cell.append(element("div", row[TROUBLE], "trouble"));
    } else cell.textContent = column.value(row);
    made.append(cell);
  }
  return made;
}

function body() {
  const part = shown.slice(first, first + ROWS);
  document.querySelector("#students tbody").replaceChildren(...part.map(line));
  document.getElementById("count").textContent = `${shown.length} of ${data.students.length}`;
  document.getElementById("where").textContent = shown.length ? `${first + 1} to ${first + part.length}` : "";
  document.getElementById("before").disabled = first === 0;
  document.getElementById("after").disabled = first + ROWS >= shown.length;
  document.querySelector(".pager").hidden = shown.length <= ROWS;
}

function choose() {
  const wanted = document.getElementById("find").value.trim().toLowerCase();
  const waiting = document.getElementById("waiting").checked;
  const column = columns.find((c) => c.id === sorted.column), sign = sorted.down ? -1 : 1;
  const order = new Intl.Collator(undefined, { numeric: true });
  shown = data.students
    .filter((r) => (!wanted || r[NAME].toLowerCase().includes(wanted)) && (!waiting || r[LOOKS] > 0))
    .map((r) => [column.value(r), r])
    .sort(([a, r], [b, s]) => sign * (column.text ? order.compare(a, b) : a - b) || order.compare(r[NAME], s[NAME]))
    .map(([, r]) => r);
  first = 0;
  head();
  body();
}

// JSON strings are TOML strings, but for DEL
const quoted = (text) => JSON.stringify(text).replaceAll("\u007f", "\\u007f");

function overrides() {
  return Object.keys(changed).sort().map((student) => {
    const rows = Object.entries(changed[student]).sort().map(([question, [value, why]]) =>
      value === null ? `${quoted(question)} = ${quoted(why)}`
        : `${quoted(question)} = { points = ${value}${why ? `, why = ${quoted(why)}` : ""} }`);
    return [`[${quoted(student)}]`, ...rows, ""].join("\n");
  }).join("\n");
}

document.getElementById("save").addEventListener("click", () => {
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([overrides()], { type: "application/toml" }));
  link.download = "overrides.toml";
  link.click();
  URL.revokeObjectURL(link.href);
  dirty = false;
});
document.getElementById("find").addEventListener("input", choose);
document.getElementById("waiting").addEventListener("change", choose);
document.getElementById("before").addEventListener("click", () => { first -= ROWS; body(); });
document.getElementById("after").addEventListener("click", () => { first += ROWS; body(); });
window.addEventListener("beforeunload", (event) => { if (dirty) event.preventDefault(); });
choose();
