// The part of KaTeX that the page uses.
export { render } from "katex";
