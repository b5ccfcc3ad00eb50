// Asks before a change that was not saved is left.

import { confirm } from "./ask.js";

let editors = [];

/** An editor of the page that is shown may have something to lose: `unsaved()` says whether. What is `kept` is there again on the way back. */
export function watchUnsaved(editor) {
  editors.push(editor);
}

/** Forgets them: another page is shown. */
export function forgetUnsaved() {
  editors = [];
}

const anyUnsaved = () => editors.some((editor) => editor.unsaved());

/** Whether another page would lose something. */
export const losesByTurning = () => editors.some((editor) => !editor.kept && editor.unsaved());

/** Resolves with true when nothing is lost, or the person does not mind. */
export async function mayLeave() {
  if (!anyUnsaved()) return true;
  const leave = await confirm("Leave without saving?", "What you changed here is not saved yet.", "Leave without saving");
  if (leave) forgetUnsaved();
  return leave;
}

window.addEventListener("beforeunload", (event) => {
  if (anyUnsaved()) event.preventDefault();
});
