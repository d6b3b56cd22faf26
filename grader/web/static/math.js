// <tex-math>: a formula in LaTeX, drawn by KaTeX, also in what comes later. KaTeX is run with the first one.

// An exercise may come from anybody: no formula may cover the page (in em), or keep it busy.
const BOUNDS = { maxSize: 40, maxExpand: 500 };
let katex;

class Formula extends HTMLElement {
  async connectedCallback() {
    if (this.dataset.tex !== undefined) return;
    this.dataset.tex = this.textContent;
    const displayMode = this.hasAttribute("block");
    katex ??= import("./built/katex.js");
    const { render } = await katex;
    render(this.dataset.tex, this, { displayMode, throwOnError: false, ...BOUNDS });
    // A wide formula scrolls by itself, by keyboard too.
    if (displayMode && this.scrollWidth > this.clientWidth) this.tabIndex = 0;
  }
}

customElements.define("tex-math", Formula);
