// Ranges of time: presets in the org's time zone, and the clock of a wall in that zone.

const parts = new Map();

function formatter(zone) {
  if (!parts.has(zone)) {
    parts.set(zone, new Intl.DateTimeFormat("en-CA", {
      timeZone: zone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit",
      hour: "2-digit", minute: "2-digit", second: "2-digit",
    }));
  }
  return parts.get(zone);
}

/** What a wall clock in the zone shows at an instant, as milliseconds of UTC. */
function wallMillis(instant, zone) {
  const shown = Object.fromEntries(formatter(zone).formatToParts(instant).map((part) => [part.type, Number(part.value)]));
  return Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute, shown.second);
}

/** The instant at which a wall clock in the zone shows a time; in a gap, the first one after it. */
function instantOfWall(wall, zone) {
  const offset = (at) => wallMillis(at, zone) - Math.floor(at / 1000) * 1000;
  const before = wall - offset(wall - 86400000);
  const after = wall - offset(wall + 86400000);
  return wallMillis(before, zone) === wall ? before : after;
}

/** `2026-03-01T09:30` in the zone, as the instant; null when it is no time. */
export function fromWall(text, zone) {
  const wall = Date.parse(`${text}Z`);
  return Number.isNaN(wall) ? null : new Date(instantOfWall(wall, zone));
}

/** An instant as the field of a date and time takes it. */
export function toWall(instant, zone) {
  return new Date(wallMillis(new Date(instant).getTime(), zone)).toISOString().slice(0, 16);
}

/** The instant of the start of the day that is `days` after the one of `instant`. */
export function dayStart(instant, zone, days = 0) {
  const day = Math.floor(wallMillis(instant, zone) / 86400000) + days;
  return instantOfWall(day * 86400000, zone);
}

function monthStart(instant, zone, months = 0) {
  const wall = new Date(wallMillis(instant, zone));
  return instantOfWall(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + months, 1), zone);
}

const HOUR = 3600000;
/** Ends after now, so that what happens while somebody looks is in. */
const AHEAD = 5 * 60000;

/** Name, label, and the range as milliseconds. */
export const PRESETS = [
  ["15m", "Last 15 minutes", (now) => [now - HOUR / 4, now + AHEAD]],
  ["1h", "Last hour", (now) => [now - HOUR, now + AHEAD]],
  ["24h", "Last 24 hours", (now) => [now - 24 * HOUR, now + AHEAD]],
  ["today", "Today", (now, zone) => [dayStart(now, zone), dayStart(now, zone, 1)]],
  ["yesterday", "Yesterday", (now, zone) => [dayStart(now, zone, -1), dayStart(now, zone)]],
  ["7d", "Last 7 days", (now, zone) => [dayStart(now, zone, -6), dayStart(now, zone, 1)]],
  ["30d", "Last 30 days", (now, zone) => [dayStart(now, zone, -29), dayStart(now, zone, 1)]],
  ["month", "This month", (now, zone) => [monthStart(now, zone), monthStart(now, zone, 1)]],
  ["last-month", "Last month", (now, zone) => [monthStart(now, zone, -1), monthStart(now, zone)]],
];

/** `{from, to}` as ISO instants of a preset, now. */
export function presetRange(name, zone, now = Date.now()) {
  const preset = PRESETS.find(([known]) => known === name) ?? PRESETS[1];
  const [from, to] = preset[2](now, zone);
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/**
 * A choice of a range: a list of presets, and two fields for any other. `state` is
 * `{range}` or `{range: "custom", from, to}`.
 */
export class RangeChoice {
  constructor(place, names, changed) {
    this.place = place;
    this.list = place.querySelector("select");
    this.own = place.querySelector(".own-range");
    [this.from, this.to] = this.own.querySelectorAll("input");
    for (const name of names) this.list.append(new Option(PRESETS.find(([known]) => known === name)[1], name));
    this.list.append(new Option("From … to …", "custom"));
    this.list.addEventListener("change", () => this.chosen(changed));
    this.from.addEventListener("change", changed);
    this.to.addEventListener("change", changed);
    this.zone = "UTC";
  }

  chosen(changed) {
    if (this.list.value === "custom" && this.from.value === "") this.fill(this.last ?? presetRange("24h", this.zone));
    this.own.hidden = this.list.value !== "custom";
    changed();
  }

  fill({ from, to }) {
    this.from.value = from ? toWall(from, this.zone) : "";
    this.to.value = to ? toWall(to, this.zone) : "";
  }

  /** Shows a state, read in the org's time zone. */
  show(state, zone) {
    this.zone = zone;
    const known = [...this.list.options].some((option) => option.value === state.range);
    this.list.value = known ? state.range : this.list.options[0].value;
    if (this.list.value === "custom") this.fill(state);
    this.own.hidden = this.list.value !== "custom";
    for (const hint of this.own.querySelectorAll(".zone")) hint.textContent = zone;
  }

  state() {
    if (this.list.value !== "custom") return { range: this.list.value };
    const instant = (input) => fromWall(input.value, this.zone)?.toISOString() ?? "";
    return { range: "custom", from: instant(this.from), to: instant(this.to) };
  }

  /** `{from, to}` of the state, now. */
  range() {
    const { range, from, to } = this.state();
    this.last = range === "custom" ? { from, to } : presetRange(range, this.zone);
    return this.last;
  }
}
