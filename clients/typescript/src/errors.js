// @ts-check
/** A programmer's mistake; see types/index.d.ts. */
export class InterludeUsageError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "InterludeUsageError";
  }
}
