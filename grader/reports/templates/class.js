"use strict";
(() => {
  const table = document.getElementById("scores");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const exercises = heads.flatMap((head, at) => ("x" in head.dataset ? [at] : []));
  const form = document.getElementById("filters");
  const field = (name) => document.getElementById("f-" + name);

  // Letters without their marks, so that Zoe finds Zoë.
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const named = heads.length - exercises.length - 1;
  const names = new Map(rows.map((row) => [row, plain([...row.cells].slice(0, named).map((c) => c.textContent).join(" "))]));

  const filter = () => {
    const text = plain(field("text").value.trim());
    const only = field("exercise").value === "" ? null : exercises[Number(field("exercise").value)];
    const status = field("status").value;
    const failed = field("failed").checked;
    const eye = field("eye").checked;
    const fits = (cell) => {
      const its = cell.dataset.s || "not_submitted";
      return (!status || its === status)
        && (!failed || (its !== "passed" && its !== "not_submitted"))
        && (!eye || cell.classList.contains("eye"));
    };
    const asked = only === null ? exercises : [only];
    let count = 0;
    for (const row of rows) {
      row.hidden = !(names.get(row).includes(text) && asked.some((at) => fits(row.cells[at])));
      count += !row.hidden;
    }
    for (const row of table.rows) {
      for (const at of exercises) {
        row.cells[at].hidden = only !== null && at !== only;
      }
    }
    document.getElementById("shown").textContent = `${count} of ${rows.length} student${rows.length === 1 ? "" : "s"} shown`;
  };

  const sort = (at, down) => {
    const numbers = heads[at].dataset.sort === "number";
    const value = (row) => {
      const text = row.cells[at].textContent.trim();
      return numbers ? parseFloat(text) : text;
    };
    const keyed = rows.map((row) => [value(row), row]);
    const order = numbers ? (a, b) => a - b : new Intl.Collator(undefined, { numeric: true }).compare;
    // What has no score stays at the end, whichever way the rest goes.
    const missing = (key) => numbers && Number.isNaN(key);
    keyed.sort(([a], [b]) => missing(a) - missing(b) || (missing(a) ? 0 : (down ? -1 : 1) * order(a, b)));
    body.append(...keyed.map(([, row]) => row));
    heads.forEach((head, i) => head.setAttribute("aria-sort", i !== at ? "none" : down ? "descending" : "ascending"));
  };

  heads.forEach((head, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(at, head.getAttribute("aria-sort") === "ascending"));
    head.append(button);
    head.setAttribute("aria-sort", "none");
  });
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(filter));
  filter();
})();
