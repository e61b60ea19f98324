// Marks open cards: what the live page and the report share.

let count = 0;

/** The card that belongs to a mark; they are tied together for screen readers when they are first used. */
export function cardOf(mark) {
  const block = mark.closest(".block");
  const card = block.querySelector(`.card[data-step="${mark.dataset.step}"]`);
  if (!card.id) card.id = `card-${++count}`;
  mark.setAttribute("aria-controls", card.id);
  return card;
}

export function markOf(card) {
  return card.closest(".block").querySelector(`.mark[data-step="${card.dataset.step}"]`);
}

/** Open or close a card; others of the same block close. */
export function toggle(mark, open = mark.getAttribute("aria-expanded") !== "true") {
  const card = cardOf(mark);
  for (const other of mark.closest(".block").querySelectorAll('.mark[aria-expanded="true"]')) {
    if (other !== mark) {
      other.setAttribute("aria-expanded", "false");
      cardOf(other).hidden = true;
    }
  }
  mark.setAttribute("aria-expanded", String(open));
  card.hidden = !open;
  return open;
}

/** Clicks on marks, and Escape inside of a card. `chosen(mark, open)` is told. */
export function wire(root, chosen) {
  root.addEventListener("click", (event) => {
    const mark = event.target.closest(".mark");
    if (mark) chosen(mark, toggle(mark));
  });
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const card = event.target.closest(".card");
    const mark = card ? markOf(card) : event.target.closest('.mark[aria-expanded="true"]');
    if (!mark) return;
    chosen(mark, toggle(mark, false));
    mark.focus();
  });
}
