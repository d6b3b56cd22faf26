// The text in the editor, the file it belongs to, and what happens when the two part.
//
// The editor's text is based on one version of the file. It is written back only over that version: the server
// refuses otherwise, and the user chooses. Until the server has confirmed a text, this browser keeps it as a draft.

import { Away, Refused } from "./api.js";

const DRAFT_MS = 300;
const SAVE_MS = 1000;
const LOOK_MS = 2000;

const unified = (text) => text.replace(/\r\n?/g, "\n");

export class Work {
  constructor({ api, editor, draft, show }) {
    Object.assign(this, { api, editor, draft, show });
    this.version = null; // of the file, as far as it is known here
    this.filed = null; // its text
    this.existed = false;
    this.kind = "py";
    this.problem = ""; // why the file cannot be edited here
    this.ending = "\n";
    this.conflict = null; // { code, version, gone }: what the file has become meanwhile
    this.writing = null; // the promise of the one write that is under way
    this.unanswered = []; // texts that may have reached the file, though no answer came
    this.missed = false;
    this.looking = false;
    this.writes = 0;
  }

  async begin() {
    await this.#load(this.draft.read());
    setInterval(() => this.look(), LOOK_MS);
    addEventListener("focus", () => this.look());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#leave() : this.look()));
    addEventListener("pagehide", () => this.#leave());
    addEventListener("beforeunload", (event) => {
      if (this.dirty && !this.draft.kept) event.preventDefault();
    });
  }

  get editable() {
    return !this.problem && this.kind !== "ipynb";
  }

  get dirty() {
    if (!this.editable || this.version === null) return false;
    return this.filed === null || this.editor.text() !== this.filed;
  }

  /** The user changed the text. */
  changed() {
    this.show.state(this.conflict ? "conflict" : "typing");
    clearTimeout(this.draftTimer);
    this.draftTimer = setTimeout(() => this.#keep(), DRAFT_MS);
    this.#soon();
  }

  /** Write the text to the file, if it differs and nothing stands against it. */
  async save({ keepOther = false } = {}) {
    clearTimeout(this.saveTimer);
    await this.#free();
    if (!this.dirty || (this.conflict && !keepOther)) return;
    await this.#alone(async () => {
      const code = this.editor.text();
      // The server keeps a copy of the text that it did not expect; of a file that is gone there is none to keep.
      const gone = this.conflict?.gone;
      const body = { code: this.#withEnds(code), version: gone ? this.conflict.version : this.version };
      if (keepOther && !gone) body.keep_other = true;
      this.show.state("saving");
      try {
        const answer = await this.api.put("code", body);
        this.#confirmed(code, answer.version);
        if (answer.copy) this.show.note(`The other text is kept as ${answer.copy}.`);
      } catch (error) {
        this.#failed(error, code);
      }
    });
  }

  /**
   * Lend the text to a request that writes it as well: nothing else writes until `release` is called.
   * Gives null where the file was changed outside and the user has not chosen yet.
   */
  async lend() {
    clearTimeout(this.saveTimer);
    await this.#free();
    if (this.conflict || this.version === null) return null;
    let release;
    this.#alone(() => new Promise((resolve) => (release = resolve)));
    if (!this.editable) return { body: {}, saved: release, failed: release, release };
    const code = this.editor.text();
    this.#keep();
    return {
      body: { code: this.#withEnds(code), version: this.version },
      saved: (version) => (this.#confirmed(code, version), release()),
      failed: (error) => (this.#failed(error, code), release()),
      release,
    };
  }

  /** The user gives up the own text. */
  take() {
    const { code, version, gone } = this.conflict;
    this.draft.drop(this.editor.text());
    this.conflict = null;
    this.show.conflict(null);
    this.#know({ code, version, kind: this.kind, exists: !gone });
    this.editor.setText(this.filed);
    this.#settled();
  }

  /** Lay the stub out again; the text until now stays as a copy. */
  async reset() {
    await this.save();
    if (this.dirty) throw new Error("The text could not be saved, so it was not replaced.");
    await this.#free();
    await this.#alone(async () => {
      const answer = await this.api.post("reset");
      this.draft.drop(this.editor.text());
      this.#know({ ...answer, kind: this.kind, exists: true });
      this.editor.setText(this.filed);
      this.#settled();
      this.show.note(answer.copy ? `This is the stub again. Your text is kept as ${answer.copy}.` : "This is the stub again.");
    });
  }

  /** Look whether the file is still the one that is known; write what could not be written before. */
  async look() {
    if (document.hidden || this.looking || this.writing) return;
    this.looking = true;
    const writes = this.writes;
    try {
      if (this.version === null || (this.filed === null && !this.conflict)) {
        const typed = this.version === null ? this.draft.read() : { code: this.editor.text(), version: this.version };
        return await this.#load(typed);
      }
      const answer = await this.api.get("version");
      if (writes !== this.writes || this.writing) return;
      const known = this.conflict ?? this;
      if (answer.version !== known.version || answer.kind !== this.kind) await this.#outside(answer, writes);
      else if (!this.conflict) this.dirty ? this.#soon() : this.#settled();
    } catch (error) {
      this.#failed(error);
    } finally {
      this.looking = false;
    }
  }

  // ------------------------------------------------------------------ what came from the file

  async #load(mine) {
    let file;
    try {
      file = await this.api.get("code");
    } catch (error) {
      if (mine && this.version === null) {
        this.version = mine.version;
        this.editor.setText(mine.code);
        this.show.ready(this);
      }
      return this.#failed(error);
    }
    // Typed while the answer was on its way.
    if (this.version !== null) mine = { code: this.editor.text(), version: this.version };
    return this.#show(file, mine);
  }

  #show(file, mine) {
    this.#know(file);
    if (!mine || mine.code === this.filed || !this.editable) {
      this.editor.setText(this.filed);
      this.draft.drop(this.filed);
      return this.#settled();
    }
    this.editor.setText(mine.code);
    if (mine.version === file.version) return this.save();
    this.version = mine.version;
    this.#clash(file);
  }

  async #outside({ exists }, writes) {
    // An editor that writes a file anew may leave a moment without one.
    if (!exists && this.existed && !this.missed) return (this.missed = true);
    const file = await this.api.get("code");
    if (writes !== this.writes || this.writing) return;
    this.missed = false;
    const code = unified(file.code);
    const gone = !file.exists && this.existed;
    if (file.kind !== this.kind) return this.#another(file);
    if (this.editor.text() === code) {
      this.#know(file);
      this.#settled();
    } else if (this.unanswered.includes(code)) {
      this.#know(file);
      this.#soon();
    } else if (this.dirty || this.conflict || gone) {
      this.#clash(file, gone);
    } else {
      this.#know(file);
      this.editor.setText(code);
      this.#settled();
      this.show.note("The file was changed outside; this is its new text.");
    }
  }

  /** The answer has another file now. The page stays as it is: who would answer to a reload is not known yet. */
  async #another(file) {
    this.#keep();
    const mine = this.dirty ? { code: this.editor.text(), version: this.version } : null;
    if (this.conflict) this.show.conflict(null);
    this.conflict = null;
    this.show.note(`Your answer is in \`${file.path || "another file"}\` now.`);
    await this.#show(file, mine);
  }

  #know(file) {
    this.version = file.version;
    this.filed = unified(file.code);
    this.ending = file.code.includes("\r\n") ? "\r\n" : "\n";
    this.existed = file.exists;
    this.kind = file.kind;
    this.problem = file.problem ?? "";
    this.show.ready(this);
  }

  #clash(file, gone = false) {
    this.conflict = { code: file.code, version: file.version, gone };
    if (gone) this.filed = null;
    this.#keep();
    this.show.conflict(this.conflict);
    this.show.state("conflict");
  }

  #settled() {
    this.unanswered = [];
    if (this.conflict) this.show.conflict(null);
    this.conflict = null;
    this.show.state("saved");
  }

  // ------------------------------------------------------------------ what goes to the file

  #confirmed(code, version) {
    this.#know({ code: this.#withEnds(code), version, kind: this.kind, exists: true });
    this.draft.drop(code);
    this.#settled();
    if (this.dirty) this.changed();
  }

  #failed(error, code) {
    if (error instanceof Refused && error.status === 409 && error.body.version !== undefined) {
      const now = unified(error.body.code);
      if (now === code || this.unanswered.includes(now)) {
        this.#know({ ...error.body, kind: this.kind, exists: true });
        if (now === code) this.draft.drop(code);
        return this.dirty ? this.#soon() : this.#settled();
      }
      return this.#clash(error.body);
    }
    if (code !== undefined) {
      if (error instanceof Away && !this.unanswered.includes(code)) this.unanswered = [code, ...this.unanswered].slice(0, 4);
      this.#keep();
    }
    if (error instanceof Away) this.show.state(this.dirty || this.version === null ? "away" : "away-saved");
    else if (error.stale) this.show.state("stale");
    else this.show.state("refused", error.message);
  }

  #keep() {
    clearTimeout(this.draftTimer);
    if (this.version !== null && this.dirty) this.draft.write(this.editor.text(), this.version);
  }

  #leave() {
    this.#keep();
    if (!this.writing) this.save();
  }

  #soon() {
    clearTimeout(this.saveTimer);
    this.saveTimer = setTimeout(() => this.save(), SAVE_MS);
  }

  async #free() {
    while (this.writing) await this.writing.catch(() => {});
  }

  #alone(write) {
    this.writing = write().finally(() => {
      this.writing = null;
      this.writes += 1;
    });
    return this.writing;
  }

  #withEnds(text) {
    return this.ending === "\n" ? text : text.replaceAll("\n", this.ending);
  }
}
