// The server, as functions. Each throws an Error whose message can be shown.

const token = document.querySelector('meta[name="hence-token"]').content;
const session = crypto.randomUUID();
const sent = { "Content-Type": "application/json", "X-Hence-Token": token };

async function answer(response) {
  if (response.ok) return response;
  const text = await response.text();
  let message = text;
  try {
    message = JSON.parse(text).error ?? text;
  } catch {
    // a refusal is plain text
  }
  const error = new Error(message || `the server answered ${response.status}`);
  error.status = response.status;
  throw error;
}

export async function files() {
  return (await answer(await fetch("/api/files"))).json();
}

export async function readFile(path) {
  return (await answer(await fetch(`/api/file?path=${encodeURIComponent(path)}`))).json();
}

export async function readExample(id) {
  return (await answer(await fetch(`/api/example?id=${encodeURIComponent(id)}`))).json();
}

export async function writeFile(path, text, stamp) {
  const body = JSON.stringify({ path, text, stamp });
  return (await answer(await fetch("/api/file", { method: "PUT", headers: sent, body }))).json();
}

export async function exported(text, name, path) {
  const body = JSON.stringify({ text, name, path, session });
  return (await answer(await fetch("/api/export", { method: "POST", headers: sent, body }))).blob();
}

/** Stamps of a file as it changes on disk, until closed. */
export function follow(path, changed) {
  const source = new EventSource(`/api/follow?path=${encodeURIComponent(path)}`);
  source.onmessage = (event) => changed(JSON.parse(event.data).stamp);
  return source;
}

/** Check a text: progress while it lasts, verdicts early if hints are still looked for, then the result. Aborting it stops the work on the server. */
export async function check(text, { name, path }, signal, { progress, early }) {
  const body = JSON.stringify({ text, name, path, session });
  const response = await answer(await fetch("/api/check", { method: "POST", headers: sent, body, signal }));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    rest += value ?? "";
    const lines = rest.split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const told = JSON.parse(line);
      if (told.progress) progress(...told.progress);
      if (told.early) early(told.early);
      if (told.error) throw new Error(told.error);
      if (told.result) return told.result;
    }
    if (done) throw new Error("the server ended the answer too early");
  }
}
