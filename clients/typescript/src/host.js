// @ts-check
// Where the client runs: a page, Node, or anything else that has `fetch`. Nothing here is imported from a platform.

const host = /** @type {any} */ (globalThis);

/** Whether requests have to outlive a page. */
export function inPage() {
  return typeof host.document === "object" && typeof host.addEventListener === "function";
}

/**
 * Says when the host is about to go: a page that is hidden or left (`leave`), a process with nothing more to do
 * (`exit`, whose work it waits for).
 *
 * @param {{ leave: () => void, exit: () => void }} hooks
 * @returns {() => void} takes the hooks off again
 */
export function untilExit({ leave, exit }) {
  if (inPage()) {
    const hidden = () => host.document.visibilityState === "hidden" && leave();
    host.document.addEventListener("visibilitychange", hidden);
    host.addEventListener("pagehide", leave);
    return () => {
      host.document.removeEventListener("visibilitychange", hidden);
      host.removeEventListener("pagehide", leave);
    };
  }
  if (typeof host.process?.once === "function") {
    host.process.once("beforeExit", exit);
    return () => host.process.removeListener("beforeExit", exit);
  }
  return () => {};
}
