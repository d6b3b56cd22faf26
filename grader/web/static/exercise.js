// The page of an exercise: puts its parts together.

import { Away, exerciseApi } from "./api.js";
import { createEditor } from "./built/editor.js";
import { Draft } from "./drafts.js";
import "./math.js";
import { reachable } from "./reachable.js";
import { Runs, element, ticked } from "./run.js";
import { Tabs } from "./tabs.js";
import { inTurn } from "./turns.js";
import { Work } from "./work.js";

const byId = (id) => document.getElementById(id);
const { name, workspace, nonce } = byId("exercise").dataset;
const api = exerciseApi(name);
const draft = new Draft(workspace, name);
const tabs = new Tabs(byId("tabs"));

// ------------------------------------------------------------------ the text and its file

const STATES = {
  loading: "loading…",
  typing: "not saved yet",
  saving: "saving…",
  saved: "saved",
  conflict: "not saved",
  "away-saved": "saved; the server is away",
};
const KEPT = "what you type is kept in this browser";
const NOT_KEPT = "this browser has no room to keep it: leave this page open, or copy the text";

const show = {
  state(kind, message = "") {
    const kept = draft.kept ? KEPT : NOT_KEPT;
    const told = {
      away: `not saved: the server is away; ${kept}`,
      stale: `not saved: something else answers at this address, or \`kata serve\` was started anew; open the address it printed; ${kept}`,
      refused: `not saved: ${message} (${kept})`,
    };
    const trouble = kind in told;
    byId("state").dataset.kind = kind;
    byId("state").textContent = trouble ? { away: "server away", stale: "server restarted", refused: "not saved" }[kind] : STATES[kind];
    const bar = byId("trouble");
    // Said once, not anew each time that the server is looked for.
    const sentence = trouble ? `${told[kind].charAt(0).toUpperCase()}${told[kind].slice(1)}.` : "";
    if (bar.dataset.told !== sentence) bar.replaceChildren(...ticked(sentence));
    bar.dataset.told = sentence;
    bar.hidden = !trouble;
  },
  conflict(conflict) {
    const bar = byId("conflict");
    bar.hidden = conflict === null;
    if (conflict === null) return;
    editor.reveal();
    byId("conflict-told").textContent = conflict.gone ? "The file is gone. What is to be in it?" : "The file was changed outside. Which text is to stay?";
    byId("take").textContent = conflict.gone ? "Begin with the stub" : "Take the file";
    byId("mine").textContent = conflict.gone ? "Write mine again" : "Keep mine (the other becomes a dated copy)";
  },
  note(sentence) {
    byId("note-told").replaceChildren(...ticked(sentence));
    byId("note").hidden = false;
    editor.reveal();
  },
  ready({ problem, editable, existed }) {
    editor.setReadOnly(!editable);
    byId("editor").classList.remove("loading");
    byId("run").disabled = false;
    byId("reset").hidden = !editable || !existed;
    byId("read-only").replaceChildren(...ticked(problem));
    byId("read-only").hidden = !problem;
  },
};

const editor = createEditor({
  parent: byId("editor"),
  label: `Your code for ${name}`,
  describedBy: "editor-help",
  nonce,
  onChange() {
    work.changed();
    byId("reset").hidden = false;
  },
  onRun: () => runs.start(),
  onSave: () => work.save(),
});
editor.setReadOnly(true);
const work = new Work({ api, editor, draft, show });
const runs = new Runs({ api, work, tabs, solved });

byId("run").addEventListener("click", () => runs.start());
byId("stop").addEventListener("click", () => {
  runs.stop();
  byId("run").focus();
});
byId("take").addEventListener("click", () => (work.take(), editor.focus()));
byId("mine").addEventListener("click", () => (work.save({ keepOther: true }), editor.focus()));
byId("note-close").addEventListener("click", () => {
  byId("note").hidden = true;
  editor.focus();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  runs.start();
});

byId("reset").addEventListener("click", async () => {
  if (!(await asked("reset-dialog"))) return;
  await work.reset().catch((error) => show.note(error.message));
  editor.focus();
});

// ------------------------------------------------------------------ what other tabs left

/** Offer the newest text that a closed tab left unsaved; what the file holds by now is no loss. */
async function offer() {
  const left = await draft.left();
  const [filed, others] = [left.filter((one) => one.code === work.filed), left.filter((one) => one.code !== work.filed)];
  for (const one of filed) draft.remove(one);
  const [first] = others;
  byId("left").hidden = !first || !work.editable;
  if (byId("left").hidden) return;
  const when = first.at ? `, from ${new Date(first.at).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" })}` : "";
  const more = others.length > 1 ? ` (${others.length - 1} more after this one)` : "";
  byId("left-told").textContent = `This browser keeps a text of yours that is not in the file: ${lines(first.code)}${when}${more}.`;
  byId("left-show").onclick = () => {
    // What is replaced is left in its place, unless it is the untouched stub.
    const now = work.version !== null && (work.existed || work.dirty) ? { code: editor.text(), version: work.version } : null;
    if (draft.exchange(first, now)) location.reload();
    else show.note("This browser has no room for one more text: nothing was changed.");
  };
  byId("left-delete").onclick = async () => {
    draft.remove(first);
    await offer();
    if (byId("left").hidden) editor.focus();
  };
}

const lines = (text) => ((count) => `${count} ${count === 1 ? "line" : "lines"}`)(text.replace(/\n$/, "").split("\n").length);

// ------------------------------------------------------------------ hints and the solution

const failed = (error) => (error instanceof Away ? "The server is away. Try it again when it is back." : error.message);

byId("hint")?.addEventListener("click", async ({ currentTarget: button }) => {
  button.disabled = true;
  try {
    const opened = await api.post("hint");
    const title = opened.is_approach ? "Approach" : `Hint ${opened.number} of ${opened.total}`;
    const text = element("div", { className: "prose" });
    text.innerHTML = opened.html; // made from the exercise's Markdown, HTML in it escaped
    const card = element("section", { className: "hint", tabIndex: -1, ariaLabel: title }, element("h3", { textContent: title }), text);
    if (!byId("hints").querySelector(`[aria-label="${title}"]`)) byId("hints").append(card);
    byId("hint-told").replaceChildren(...ticked(opened.note ?? ""));
    if (opened.follows === "nothing") button.remove();
    else button.textContent = opened.follows === "approach" ? "Show the approach" : `Show hint ${opened.number + 1} of ${opened.total}`;
    reachable(card);
    card.focus();
  } catch (error) {
    byId("hint-told").replaceChildren(...ticked(failed(error)));
  }
  button.disabled = false;
});

function solved() {
  byId("exercise").dataset.open = "";
  byId("passed").hidden = false;
  byId("begun")?.remove();
  const button = byId("solution");
  if (!button) return;
  button.textContent = "Show the solution";
  byId("solution-about").textContent = "You have passed: compare your way with another one.";
}

byId("solution")?.addEventListener("click", async ({ currentTarget: button }) => {
  const open = "open" in byId("exercise").dataset;
  if (!open && !(await asked("give-up-dialog"))) return;
  button.disabled = true;
  try {
    const { html } = await api.post("solution", { give_up: !open });
    byId("solution-text").innerHTML = html; // made by the grader of the pack's own files
    byId("solution-ask").hidden = true;
    reachable(byId("solution-text"));
    byId("solution-text").focus();
  } catch (error) {
    byId("solution-told").replaceChildren(...ticked(failed(error)));
  }
  button.disabled = false;
});

/** Ask by one of the page's dialogs; the focus goes back to where it was. */
function asked(id) {
  const dialog = byId(id);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
}

// ------------------------------------------------------------------ the layout

// The statement folds only where the parts stand below each other.
const wide = matchMedia("(min-width: 801px)");
const unfold = () => wide.matches && (byId("statement").open = true);
wide.addEventListener("change", unfold);
unfold();
byId("taller").addEventListener("click", ({ currentTarget: button }) => {
  const taller = byId("desk").classList.toggle("taller");
  button.setAttribute("aria-pressed", String(taller));
});

if (/Mac|iPhone|iPad/.test(navigator.platform)) {
  for (const key of document.querySelectorAll("#editor-help kbd")) if (key.textContent === "Ctrl") key.textContent = "⌘";
}

reachable(byId("statement"));
draft.claim().then(() => work.begin()).then(offer);
if ("later" in byId("about").dataset) {
  // It may take long, as runs go first: other tabs must not all have one under way.
  inTurn("kata-about", () => api.get("about")).then(({ html }) => {
    byId("about").innerHTML = html ?? ""; // drawn by the grader
    byId("about-told")?.remove();
  }, () => byId("about-told")?.remove());
}
