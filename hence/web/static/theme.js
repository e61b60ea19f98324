// Light, dark, or as the system: kept between visits.

const ORDER = ["", "light", "dark"];
const WORDS = { "": "Auto", light: "Light", dark: "Dark" };

export function themed(button) {
  let theme = localStorage.getItem("hence-theme") ?? "";
  if (!ORDER.includes(theme)) theme = "";
  const show = () => {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    button.textContent = WORDS[theme];
    button.setAttribute("aria-label", `theme: ${WORDS[theme]}`);
  };
  button.addEventListener("click", () => {
    theme = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length];
    localStorage.setItem("hence-theme", theme);
    show();
  });
  show();
}
