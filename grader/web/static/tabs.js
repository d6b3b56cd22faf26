// Tabs as the WAI-ARIA practices describe them: arrow keys, Home and End move and choose at once.

/** Where all stands below each other, bring what came into sight: it would be below the end of the screen. */
export function showOnNarrow() {
  if (matchMedia("(max-width: 800px)").matches) document.querySelector(".results").scrollIntoView({ block: "start" });
}

export class Tabs {
  constructor(list) {
    this.tabs = [...list.querySelectorAll("[role=tab]")];
    for (const tab of this.tabs) tab.addEventListener("click", () => {
      this.choose(tab.id);
      showOnNarrow();
    });
    list.addEventListener("keydown", (event) => this.#moved(event));
  }

  choose(id) {
    for (const tab of this.tabs) {
      const chosen = tab.id === id;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !chosen;
      if (chosen) tab.querySelector(".new")?.setAttribute("hidden", "");
      if (chosen) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  chosen() {
    return this.tabs.find((tab) => tab.getAttribute("aria-selected") === "true").id;
  }

  /** Mark a tab that has something new to show, unless it is the one that is open. */
  mark(id, marked) {
    const dot = document.getElementById(id).querySelector(".new");
    dot.hidden = !marked || this.chosen() === id;
  }

  #moved(event) {
    const at = this.tabs.findIndex((tab) => tab.id === this.chosen());
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: this.tabs.length - 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const tab = this.tabs[(to + this.tabs.length) % this.tabs.length];
    this.choose(tab.id);
    tab.focus();
  }
}
