// <tex-math>: a formula in LaTeX, drawn by KaTeX, also in what comes later. KaTeX is fetched with the first formula.

let katex;

class Formula extends HTMLElement {
  async connectedCallback() {
    if (this.dataset.tex !== undefined) return;
    this.dataset.tex = this.textContent;
    const displayMode = this.hasAttribute("block");
    katex ??= import("./built/katex.js");
    const { render } = await katex;
    render(this.dataset.tex, this, { displayMode, throwOnError: false });
    // A wide formula scrolls by itself, by keyboard too.
    if (displayMode && this.scrollWidth > this.clientWidth) this.tabIndex = 0;
  }
}

customElements.define("tex-math", Formula);
