// What was typed and is not in the file yet, kept by this browser. Nothing here throws: storage may be full or off.

export class Draft {
  constructor(workspace, name) {
    this.key = `kata-draft:${workspace}:${name}`;
    this.kept = true;
  }

  read() {
    try {
      const draft = JSON.parse(localStorage.getItem(this.key));
      return typeof draft?.code === "string" && typeof draft?.version === "string" ? draft : null;
    } catch {
      return null;
    }
  }

  write(code, version) {
    try {
      localStorage.setItem(this.key, JSON.stringify({ code, version }));
      this.kept = true;
    } catch {
      this.kept = false;
    }
  }

  /** Forget the draft, if it is this text: another tab may have written one of its own. */
  drop(code) {
    this.kept = true;
    try {
      if (this.read()?.code === code) localStorage.removeItem(this.key);
    } catch {
      // What cannot be read cannot be removed either.
    }
  }
}
