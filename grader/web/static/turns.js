// A browser opens few connections to a server, and those that last would use them up: pages take turns.

/**
 * Do a task while no other page of this browser does one by this name.
 *
 * `waits` is called, and awaited, if another page does; `signal` ends the waiting.
 */
export async function inTurn(name, task, { waits, signal } = {}) {
  if (!navigator.locks) return task();
  let began = false;
  const now = (lock) => {
    began = lock !== null;
    return began ? task() : undefined;
  };
  const done = await navigator.locks.request(name, { ifAvailable: true }, now);
  if (began) return done;
  await waits?.();
  return navigator.locks.request(name, signal ? { signal } : {}, task);
}
