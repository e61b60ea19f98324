// The report: a mark opens its card and shows the line it stands on.
for (const article of document.querySelectorAll("article")) {
  wire(article, (mark, open) => {
    for (const line of article.querySelectorAll(".line.here")) line.classList.remove("here");
    if (!open) return;
    const lines = mark.closest(".block").dataset.lines.split(" ");
    const line = article.querySelector(`.line[data-line="${lines[Number(mark.dataset.step)]}"]`);
    if (line) line.classList.add("here");
  });
}
