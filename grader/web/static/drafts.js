// What was typed and is not in the file yet, kept by this browser, of each tab by itself. Nothing here throws: storage
// may be full or off.
//
// A page holds a lock by the name of its draft as long as it is there. So others know which drafts were left by pages
// that are closed, and a tab that was duplicated, with the id of the other one, gets an id of its own.

// A page that is loaded anew may come before the one until now has gone.
const GOING_MS = 500;
const TAB = "kata-tab";

export class Draft {
  constructor(workspace, name) {
    this.all = `kata-draft:${workspace}:${name}:`;
    this.key = this.all + tabId();
    this.kept = true;
    this.over = false; // the page is about to be loaded anew: what it writes comes too late
  }

  /** Make sure that the draft is this page's alone. The only one that was left is gone on with. */
  async claim() {
    if (!navigator.locks) return;
    while (!(await held(this.key))) this.key = this.all + tabId({ anew: true });
    const left = await this.left();
    if (left.length === 1 && !this.read()) this.#move(left[0]);
  }

  read() {
    return stored(this.key);
  }

  write(code, version) {
    if (!this.over) this.kept = store(this.key, { code, version, at: Date.now() });
  }

  /** Forget the draft, if it is this text. */
  drop(code) {
    if (this.over) return;
    this.kept = true;
    if (this.read()?.code === code) this.remove(this);
  }

  remove({ key }) {
    try {
      localStorage.removeItem(key);
    } catch {
      // What cannot be reached cannot be removed either.
    }
  }

  /** The drafts of pages that are closed, the newest first. */
  async left() {
    try {
      const open = (await navigator.locks?.query())?.held.map((lock) => lock.name) ?? [];
      return Object.keys(localStorage)
        .filter((key) => key.startsWith(this.all) && key !== this.key && !open.includes(key))
        .map((key) => ({ key, ...stored(key) }))
        .filter((draft) => draft.code !== undefined)
        .sort((a, b) => b.at - a.at);
    } catch {
      return [];
    }
  }

  /** Make a draft that was left this page's own, for when it is loaded anew. `now`, if any, is left in its place. */
  exchange(left, now) {
    if (now && !store(this.all + crypto.randomUUID(), { ...now, at: Date.now() })) return false;
    this.over = this.#move(left);
    return this.over;
  }

  #move(left) {
    const { key, ...draft } = left;
    const moved = store(this.key, draft);
    if (moved) this.remove(left);
    return moved;
  }
}

function tabId({ anew = false } = {}) {
  const made = crypto.randomUUID();
  try {
    const id = (!anew && sessionStorage.getItem(TAB)) || made;
    sessionStorage.setItem(TAB, id);
    return id;
  } catch {
    return made;
  }
}

/** Whether this page got the lock, which it then holds to its end. */
function held(name) {
  return new Promise((resolve) => {
    const toTheEnd = () => (resolve(true), new Promise(() => {}));
    navigator.locks.request(name, { signal: AbortSignal.timeout(GOING_MS) }, toTheEnd).catch(() => resolve(false));
  });
}

function stored(key) {
  try {
    const draft = JSON.parse(localStorage.getItem(key));
    return typeof draft?.code === "string" && typeof draft?.version === "string" ? { at: 0, ...draft } : null;
  } catch {
    return null;
  }
}

function store(key, draft) {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}
