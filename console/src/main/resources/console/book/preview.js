// Shows a creative in each format while it is written, as the service itself renders it.

import * as api from "../api.js";
import { element } from "../dom.js";
import { panel } from "../page.js";
import { nativeCard, platformCard, playedFlow, textMessage } from "./rendered.js";

const QUIET_MILLIS = 250;

/** A part of a page that follows the editor. */
export function preview(session, editor) {
  const place = element("div", { className: "previews", "aria-live": "off" });
  let timer = 0;
  let turn = 0;
  const show = async () => {
    if (!place.isConnected) return;
    const mine = turn += 1;
    try {
      const shown = await api.post(session.key(), "/v1/manage/creatives:preview", editor.body());
      if (mine === turn) place.replaceChildren(...drawn(shown));
    } catch (failure) {
      if (mine !== turn) return;
      place.replaceChildren(element("p", { className: "muted", content: failure.status === 404 ? "This server shows no previews: save, and test a fetch." : failure.message }));
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(show, QUIET_MILLIS);
  };
  editor.node.addEventListener("input", soon);
  editor.node.addEventListener("change", soon);
  setTimeout(show);
  return panel("Preview", { note: "As the service renders it. Links of a preview lead nowhere. Images are loaded from where your operator allows it." }, place);
}

function drawn({ native, botplatform, sms, flow, violations }) {
  const one = (title, node) => element("section", { className: "preview" }, element("h3", { content: title }), node);
  if (flow) return [one("Web page", playedFlow(flow).node), one("Text messages", playedFlow(flow, "sms").node)];
  if (native) return [one("Native", nativeCard(native)), one("Chat platform", platformCard(botplatform)), one("Text message", textMessage(sms))];
  const inFlow = violations.filter(({ path }) => path.startsWith("flow"));
  return [element("p", { className: "muted", content: `It can be played when no rule is broken${inFlow.length > 0 ? `: ${inFlow.length} are now, ${inFlow[0].path} first` : ""}.` })];
}
