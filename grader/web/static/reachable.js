// What is wider than its place scrolls by keyboard, too.

export function reachable(part) {
  for (const block of part.querySelectorAll("pre, table")) if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
}
