// How the page asks the server. The token is read anew each time: another tab may have got a newer one.

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

export function exerciseApi(name) {
  const address = `/api/exercise/${encodeURIComponent(name)}/`;

  async function ask(method, what, body, { signal, keepalive = false } = {}) {
    let token = "";
    try {
      token = localStorage.getItem("kata-token") ?? "";
    } catch {
      // No storage in this browser: the server will refuse, and say so.
    }
    const headers = { "X-Kata-Token": token };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    let answer;
    try {
      answer = await fetch(address + what, {
        method, headers, signal, keepalive, cache: "no-store", body: body === undefined ? undefined : JSON.stringify(body),
      });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Away("The server is away.");
    }
    if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => ({})));
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
    put: (what, body, options) => json("PUT", what, body, options),
    post: (what, body = {}) => json("POST", what, body),
    /** The objects of an answer of many lines, as they come. */
    async *lines(what, body, signal) {
      const answer = await ask("POST", what, body, { signal });
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
