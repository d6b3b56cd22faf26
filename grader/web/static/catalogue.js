// The list of exercises: filters as one types. What is chosen stands in the address, so that "back" finds it again.

import "./math.js";

const byId = (id) => document.getElementById(id);
const fields = { q: byId("search"), difficulty: byId("difficulty"), state: byId("state") };
const rows = [...document.querySelectorAll("[data-text]")];
const sections = [...document.querySelectorAll("[data-track]")];

function filter() {
  const words = fields.q.value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (row) =>
    words.every((word) => row.dataset.text.includes(word)) &&
    (!fields.difficulty.value || row.dataset.difficulty === fields.difficulty.value) &&
    (!fields.state.value || row.dataset.state === fields.state.value);
  for (const row of rows) row.hidden = !fits(row);
  for (const section of sections) section.hidden = !section.querySelector("[data-text]:not([hidden])");
  // An exercise may stand in several tracks.
  const found = new Set(rows.filter((row) => !row.hidden).map((row) => row.dataset.name)).size;
  const filtering = Object.values(fields).some((field) => field.value);
  byId("clear").hidden = !filtering;
  byId("nothing").hidden = found > 0;
  byId("count").textContent = filtering ? `${found} ${found === 1 ? "exercise" : "exercises"} found` : "";
}

function remember() {
  const chosen = new URLSearchParams(Object.entries(fields).map(([key, field]) => [key, field.value]).filter(([, value]) => value));
  history.replaceState(null, "", chosen.size ? `#?${chosen}` : location.pathname);
}

function recall() {
  if (!location.hash.startsWith("#?")) return;
  const chosen = new URLSearchParams(location.hash.slice(2));
  for (const [key, field] of Object.entries(fields)) field.value = chosen.get(key) ?? "";
}

for (const field of Object.values(fields)) field.addEventListener("input", () => (filter(), remember()));
byId("clear").addEventListener("click", () => {
  for (const field of Object.values(fields)) field.value = "";
  filter();
  remember();
  fields.q.focus();
});
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    fields.q.focus();
    fields.q.select();
  } else if (event.key === "Escape" && event.target === fields.q && fields.q.value) {
    fields.q.value = "";
    filter();
    remember();
  }
});
// A page that the browser kept may be older than what was done since.
addEventListener("pageshow", (event) => event.persisted && location.reload());

recall();
filter();
