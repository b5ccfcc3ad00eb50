// @ts-check
export { InterludeClient } from "./client.js";
export { InterludeUsageError } from "./errors.js";
export { FlowSession } from "./flow.js";
export { renderText } from "./render-text.js";
export { IDLE_MILLIS } from "./walk.js";
