// The dialog that opens files and examples.

import * as api from "./api.js";

export class Chooser {
  constructor(dialog, find, choices, { file, example }) {
    Object.assign(this, { dialog, find, choices, file, example });
    find.addEventListener("input", () => this.#filter());
    find.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      choices.querySelector("li:not([hidden]) button")?.click();
    });
  }

  async show() {
    this.find.value = "";
    this.dialog.showModal();
    this.find.focus();
    this.choices.replaceChildren("…");
    try {
      const { files, examples } = await api.files();
      const groups = new Map();
      if (files.length) groups.set("Files", files.map((path) => [path, () => this.file(path)]));
      for (const { id, title, group } of examples) {
        if (!groups.has(group)) groups.set(group, []);
        groups.get(group).push([title, () => this.example(id)]);
      }
      this.choices.replaceChildren(...[...groups].map(([title, entries]) => this.#group(title, entries)));
    } catch (error) {
      this.choices.replaceChildren(error.message);
    }
  }

  #group(title, entries) {
    const made = document.createElement("section");
    const head = document.createElement("h3");
    head.textContent = title;
    const list = document.createElement("ul");
    for (const [text, act] of entries) {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.addEventListener("click", () => {
        this.dialog.close();
        act();
      });
      item.append(button);
      list.append(item);
    }
    made.append(head, list);
    return made;
  }

  #filter() {
    const wanted = this.find.value.toLowerCase();
    for (const section of this.choices.querySelectorAll("section")) {
      let any = false;
      for (const item of section.querySelectorAll("li")) {
        item.hidden = !item.textContent.toLowerCase().includes(wanted);
        any ||= !item.hidden;
      }
      section.hidden = !any;
    }
  }
}
