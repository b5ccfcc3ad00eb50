// What the page's consent management platform (CMP) says, passed on as it is.

/** How long a reader's answer is waited for before the ad is asked for without a reader. */
const ANSWER_MILLIS = 1_000;

const TCF_VERSION = 2;
const DECIDED = ["tcloaded", "useractioncomplete"];
const APPLIES_NOT = -1;

/**
 * The `consent` of a fetch; undefined where the page has no CMP, or no law applies. With a CMP that
 * does not answer in time the reader, a subscriber or a conversation, is not to be known. Never rejects.
 */
export async function consent(reader) {
  const asked = [];
  if (typeof window.__tcfapi === "function") {
    asked.push(tcf());
  }
  if (typeof window.__gpp === "function") {
    asked.push(gpp());
  }
  if (!asked.length) {
    return undefined;
  }
  const patience = reader == null ? 0 : ANSWER_MILLIS;
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  try {
    const answers = await Promise.race([Promise.all(asked), late]);
    if (!answers) {
      return reader == null ? undefined : { subscriber: false };
    }
    const said = Object.assign({}, ...answers);
    return Object.keys(said).length ? said : undefined;
  } catch {
    return { subscriber: false };
  }
}

/** IAB TCF 2: `{tcf}` once the reader decided, now or before; `{}` where it does not apply. */
function tcf() {
  return new Promise((resolve, reject) => {
    window.__tcfapi("addEventListener", TCF_VERSION, (data, success) => {
      if (!success) {
        reject(new Error("no TCF"));
      } else if (data.gdprApplies === false || DECIDED.includes(data.eventStatus)) {
        resolve(data.gdprApplies === false ? {} : { tcf: data.tcString });
        window.__tcfapi("removeEventListener", TCF_VERSION, () => {}, data.listenerId);
      }
    });
  });
}

/** IAB GPP: `{gpp}` once its signals are ready; `{}` where no section applies. */
function gpp() {
  return new Promise((resolve, reject) => {
    window.__gpp("addEventListener", (event, success) => {
      const { signalStatus, applicableSections, gppString } = (success && event.pingData) || {};
      if (!success) {
        reject(new Error("no GPP"));
      } else if (signalStatus === "ready") {
        const applies = !(applicableSections || []).includes(APPLIES_NOT);
        resolve(applies ? { gpp: gppString } : {});
        window.__gpp("removeEventListener", () => {}, event.listenerId);
      }
    });
  });
}
