// A run: its checks as they come, then the verdict, with what was printed and a picture.

import { Away, Refused } from "./api.js";
import { showOnNarrow } from "./tabs.js";
import { inTurn } from "./turns.js";

const MARKS = { passed: "✓", not_run: "–", waiting: "·" };
const words = (status) => (status === "waiting" ? "not run yet" : status.replaceAll("_", " "));
const number = (value) => String(Math.round(value * 100) / 100);

export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** A sentence of the server's for a page: what stands between backticks is code. */
export function ticked(sentence) {
  return sentence.split(/`([^`]+)`/).map((piece, i) => (i % 2 ? element("code", { textContent: piece }) : piece));
}

export class Runs {
  constructor({ api, work, tabs, solved }) {
    Object.assign(this, { api, work, tabs, solved });
    this.now = null;
    for (const name of ["told", "live", "verdict", "printed", "compared"]) this[name] = document.getElementById(name);
  }

  async start() {
    this.now?.abort();
    const own = (this.now = new AbortController());
    this.#busy(true);
    this.waiting = true;
    const before = this.ending;
    this.ending = this.#inTurn(own, before);
    await this.ending;
  }

  async stop() {
    if (!this.now) return;
    if (this.waiting) {
      this.now.abort();
      this.#over(this.now);
      return this.#tell("none", "Stopped. Nothing was counted.");
    }
    this.#tell("busy", "Stopping…");
    await this.api.post("stop").catch(() => this.now?.abort());
  }

  /** Run when no other tab does: the server checks one answer at a time anyway. */
  async #inTurn(own, before) {
    await before?.catch(() => {});
    const waits = async () => {
      if (own.signal.aborted) return;
      this.#tell("busy", "Waiting for the run in another tab…");
      // If it is one of this exercise, it is older, and ends.
      await this.api.post("stop").catch(() => {});
    };
    try {
      await inTurn("kata-run", () => this.#run(own), { waits, signal: own.signal });
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    } finally {
      this.#over(own);
    }
  }

  async #run(own) {
    const lent = own.signal.aborted ? undefined : await this.work.lend();
    if (this.now !== own) return lent?.release();
    this.waiting = false;
    if (lent === null) return this.#tell("bad", this.work.conflict ? "Nothing was run: choose first which text is to stay." : "Nothing was run: the file has not come yet.");
    this.#tell("busy", "Checking…");
    this.#choose();
    showOnNarrow();
    let ended = false;
    try {
      for await (const event of this.api.lines("run", lent.body, own.signal)) {
        if (event.event === "saved") lent.saved(event.version);
        else if (this.now === own) ended = this.#came(event) || ended;
      }
      if (!ended) throw new Away("The answer of the server broke off.");
    } catch (error) {
      if (error.name !== "AbortError") this.#failed(error, lent, this.now === own);
    } finally {
      lent.release();
    }
  }

  #over(own) {
    if (this.now !== own) return;
    this.now = null;
    this.#busy(false);
  }

  #came(event) {
    switch (event.event) {
      case "preparing":
        this.#tell("busy", "Preparing: what is expected is worked out first, once…");
        return false;
      case "started":
        this.#list(event.checks);
        return false;
      case "check":
        this.#mark(event.index, event.status);
        return false;
      case "verdict":
        this.#judged(event);
        return true;
      case "cancelled":
        this.#tell("none", "Stopped. Nothing was counted.");
        return true;
      case "fault":
        this.#tell("bad", ...ticked(event.message));
        return true;
      default:
        return false;
    }
  }

  #list(checks) {
    this.verdict.replaceChildren();
    this.live.hidden = false;
    this.live.replaceChildren(...checks.map((check) => element("li", { className: "waiting" },
      element("span", { className: "sign", textContent: MARKS.waiting, ariaHidden: "true" }),
      element("span", { className: "check" },
        element("bdi", { textContent: check.name }),
        element("span", { className: "kind", textContent: check.visibility === "hidden" ? "hidden" : "example" })),
      element("span", { className: "word", textContent: words("waiting") }),
      element("span", { className: "points", textContent: `${number(check.points)} p` }))));
    this.done = 0;
    this.#count(checks.length);
  }

  #mark(index, status) {
    const row = this.live.children[index];
    if (!row) return;
    row.className = status === "passed" ? "passed" : "failed";
    row.querySelector(".sign").textContent = MARKS[status] ?? "✗";
    row.querySelector(".word").textContent = words(status);
    this.done += 1;
    this.#count(this.live.children.length);
  }

  #count(all) {
    this.told.textContent = `Checking… ${this.done} of ${all} ${all === 1 ? "check" : "checks"}`;
  }

  #judged(event) {
    this.live.hidden = true;
    this.verdict.innerHTML = event.html; // made by the grader, everything foreign in it escaped
    if (event.note) this.verdict.prepend(element("p", { className: "aside" }, ...ticked(event.note)));
    this.#print(event.output);
    this.compared.innerHTML = event.picture ?? "";
    if (!event.picture) {
      const why = event.status === "passed" ? "Every visible case is right: there is nothing to compare." : "There is no picture of this run.";
      this.compared.replaceChildren(element("p", { className: "aside", textContent: why }));
    }
    this.tabs.mark("tab-printed", event.output.length > 0);
    this.tabs.mark("tab-picture", event.picture !== null && event.status !== "passed");
    if (this.live.children.length === 0 || !this.live.querySelector(":scope > :not(.waiting)")) this.tabs.choose("tab-checks");
    else this.#choose();
    const points = event.score === null ? "no score" : `${number(event.score)} of ${number(event.max_score)} points`;
    if (event.status !== "passed") return this.#tell("bad", `${capital(words(event.status))}: ${points}`, this.#failing());
    const next = event.next
      ? element("a", { href: `/exercise/${encodeURIComponent(event.next)}`, className: "onward" }, "Next exercise: ", element("span", { textContent: event.next }), " →")
      : element("a", { href: "/", className: "onward", textContent: "All exercises →" });
    this.#tell("good", `Passed: ${points}`, event.first_pass ? " – for the first time. " : " ", next);
    if (event.solved) this.solved();
  }

  /** The first check that is not passed, in words. */
  #failing() {
    const first = [...this.live.children].find((row) => row.className === "failed");
    return first ? ` – first to mend: “${first.querySelector("bdi").textContent}”` : "";
  }

  #print(output) {
    if (output.length === 0) return this.printed.replaceChildren(element("p", { className: "aside", textContent: "The examples printed nothing. What is printed in hidden checks, or while the file is loaded, is not shown." }));
    this.printed.replaceChildren(...output.flatMap((one) => [
      element("h3", {}, element("bdi", { textContent: one.check })),
      element("pre", { className: "text", textContent: one.printed, tabIndex: 0, role: "region", ariaLabel: `What was printed in the check ${one.check}` }),
    ]));
  }

  #failed(error, lent, shown) {
    lent.failed(error);
    if (!shown) return;
    if (error instanceof Away) this.#tell("bad", "Nothing was checked: the server is away. Your text is safe; run it again when the server is back.");
    else if (error instanceof Refused && error.stale) this.#tell("bad", ...ticked("Nothing was checked: something else answers at this address, or `kata serve` was started anew. Open the address that it printed."));
    else this.#tell("bad", ...ticked(error.message));
  }

  #choose() {
    if (!["tab-checks", "tab-printed", "tab-picture"].includes(this.tabs.chosen())) this.tabs.choose("tab-checks");
  }

  #busy(busy) {
    document.getElementById("stop").hidden = !busy;
    document.getElementById("panel-checks").setAttribute("aria-busy", String(busy));
  }

  #tell(kind, ...parts) {
    this.told.parentElement.dataset.kind = kind;
    this.told.replaceChildren(...parts);
  }
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
