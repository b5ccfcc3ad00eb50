// Tells when an ad is drawn in view, and when it was seen: MRC's viewable impression, half of its
// pixels for one second on end. A page that is prefetched, prerendered or in the background shows
// nothing.

const SEEN_SHARE = 0.5;
const SEEN_MILLIS = 1_000;

/**
 * @param box the ad's element
 * @param report takes the type of each event, once: `deliver`, then `read`
 */
export function whenSeen(box, report) {
  if (!window.IntersectionObserver) {
    return;
  }
  let share = 0;
  let drawn = false;
  let clock = null;
  const watch = new IntersectionObserver(look, { threshold: [0, SEEN_SHARE] });

  function look(entries) {
    for (const entry of entries) {
      share = entry.isIntersecting ? entry.intersectionRatio : 0;
    }
    if (!box.isConnected) {
      end();
    } else {
      judge();
    }
  }

  function judge() {
    const visible = document.visibilityState === "visible";
    if (visible && share > 0 && !drawn) {
      drawn = true;
      report("deliver");
    }
    if (!visible || share < SEEN_SHARE) {
      clearTimeout(clock);
      clock = null;
    } else if (clock === null) {
      clock = setTimeout(seen, SEEN_MILLIS);
    }
  }

  function seen() {
    look(watch.takeRecords()); // it may have left the view just now
    if (clock !== null) {
      end();
      report("read");
    }
  }

  function end() {
    clearTimeout(clock);
    clock = null;
    watch.disconnect();
    document.removeEventListener("visibilitychange", judge);
  }

  document.addEventListener("visibilitychange", judge);
  watch.observe(box);
}
