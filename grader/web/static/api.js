// How the page asks the server. The token is read anew each time: another tab may have got a newer one.
//
// When `kata serve` has ended, another user of the machine may listen at its address. So before each request the
// server has to prove that it knows the token; only then it is sent the token and what was typed.

/** The server did not answer at all. */
export class Away extends Error {}

/** The server answered that it will not: `status` and the `body` of the answer say why. */
export class Refused extends Error {
  constructor(status, body) {
    super(body.message ?? `kata serve answered with the number ${status}.`);
    this.status = status;
    this.body = body;
    // Whoever asks for JSON and gets the page of refusal comes from before a restart, too.
    this.stale = status === 403 && (body.reason === "token" || body.message === undefined);
  }
}

const UNPROVEN = "Something else answers at this address, or `kata serve` was started anew: open the address that it printed.";
// Nobody waits for a stranger who never ends an answer.
const HELLO_MS = 15_000;
const { place = "", shown = "" } = document.body.dataset;

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));

async function isProof(proof, token, nonce) {
  if (!token || typeof proof !== "string" || !/^[0-9a-f]{64}$/.test(proof)) return false;
  const text = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", text.encode(token), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  return crypto.subtle.verify("HMAC", key, unhex(proof), text.encode(`hello ${nonce}`));
}

/** One request, to whoever answers; a redirection is never followed. */
async function send(address, options) {
  try {
    return await fetch(address, { ...options, cache: "no-store", redirect: "error" });
  } catch (error) {
    if (error.name === "AbortError" && options.asked?.aborted) throw error;
    throw new Away("The server is away.");
  }
}

/** Throws unless the server proves that it knows the token. */
async function prove(token, asked) {
  const nonce = hex(crypto.getRandomValues(new Uint8Array(32)));
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, HELLO_MS);
  asked?.addEventListener("abort", end);
  try {
    asked?.throwIfAborted();
    const answer = await send("/api/hello", { headers: { "X-Kata-Nonce": nonce }, signal: ending.signal, asked });
    const proof = answer.ok ? (await answer.json().catch(() => null))?.proof : null;
    asked?.throwIfAborted();
    if (!(await isProof(proof, token, nonce))) throw new Refused(403, { message: UNPROVEN, reason: "token" });
  } finally {
    clearTimeout(timer);
    asked?.removeEventListener("abort", end);
  }
}

/** Why a proven server refuses. */
async function refusal(answer) {
  const body = await answer.json().catch(() => ({}));
  if (body.reason === "place") body.message = `This page belongs to \`${shown}\`, and \`kata serve\` shows \`${body.shown}\` now.`;
  return new Refused(answer.status, body);
}

export function exerciseApi(name) {
  const address = `/api/exercise/${encodeURIComponent(name)}/`;

  async function ask(method, what, body, signal) {
    let token = "";
    try {
      token = localStorage.getItem("kata-token") ?? "";
    } catch {
      // No storage in this browser: nothing can be proven, and the page says so.
    }
    await prove(token, signal);
    const headers = { "X-Kata-Token": token, "X-Kata-Place": place };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const answer = await send(address + what, {
      method, headers, signal, asked: signal, body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!answer.ok) throw await refusal(answer);
    return answer;
  }

  const json = async (...request) => {
    const answer = await ask(...request);
    try {
      return await answer.json();
    } catch {
      throw new Away("The answer of the server broke off.");
    }
  };

  return {
    get: (what) => json("GET", what),
    put: (what, body) => json("PUT", what, body),
    post: (what, body = {}) => json("POST", what, body),
    /** The objects of an answer of many lines, as they come. */
    async *lines(what, body, signal) {
      const answer = await ask("POST", what, body, signal);
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        let step;
        try {
          step = await reader.read();
        } catch (error) {
          if (error.name === "AbortError") throw error;
          throw new Away("The answer of the server broke off.");
        }
        if (step.done) break;
        const lines = (rest + step.value).split("\n");
        rest = lines.pop();
        for (const line of lines) if (line) yield JSON.parse(line);
      }
      if (rest) yield JSON.parse(rest);
    },
  };
}
