// Numbers as people read them.

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const one = new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat("en", {
  style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1,
});
const cents = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const fine = new Intl.NumberFormat("en", { minimumFractionDigits: 3, maximumFractionDigits: 4 });
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

export const count = (n) => whole.format(n);
export const shortCount = (n) => (n < 10000 ? whole.format(n) : compact.format(n));
export const rate = (n) => (n >= 100 ? whole.format(n) : one.format(n));
export const share = (part, all) => (all > 0 ? percent.format(part / all) : "–");
export const time = (instant) => clock.format(new Date(instant));

/** Day and time to the second in a zone. */
export function moment(instant, zone) {
  return dated({ day: "2-digit", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" }, zone).format(new Date(instant));
}

/** The time of `moment`, without its day. */
export function timeOfDay(instant, zone) {
  return dated({ hour: "2-digit", minute: "2-digit", second: "2-digit" }, zone).format(new Date(instant));
}

/** The day of `moment`. */
export const day = (instant, zone) => dated({ day: "2-digit", month: "short" }, zone).format(new Date(instant));

/** The start of a row of a report: as short as its granularity allows. */
export function start(instant, granularity, zone) {
  const day = { day: "numeric", month: "short", year: "numeric" };
  if (granularity === "day") return dated(day, zone).format(new Date(instant));
  return dated({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }, zone).format(new Date(instant));
}

const dates = new Map();

function dated(options, zone) {
  const name = `${zone} ${JSON.stringify(options)}`;
  if (!dates.has(name)) dates.set(name, new Intl.DateTimeFormat("en-GB", { ...options, hourCycle: "h23", timeZone: zone }));
  return dates.get(name);
}

/** A length of time in the two largest units that it has: `2 min 5 s`. */
export function length(millis) {
  const size = Math.abs(millis);
  if (size < 1000) return `${Math.round(size)} ms`;
  if (size < 10000) return `${one.format(size / 1000)} s`;
  const units = [["d", 86400000], ["h", 3600000], ["min", 60000], ["s", 1000]];
  const first = units.findIndex(([, each]) => size >= each);
  const [name, each] = units[first];
  const whole = Math.floor(size / each);
  const next = units[first + 1];
  const rest = next ? Math.floor((size - whole * each) / next[1]) : 0;
  return rest > 0 ? `${whole} ${name} ${rest} ${next[0]}` : `${whole} ${name}`;
}

/** A fraction of 1 as a percentage. */
export const fraction = (n) => percent.format(n);

/** `line_item`, `lineItem` or `line-item` as words: `Line item`; a path such as `budget.daily` too. */
export function words(name) {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[._-]+/g, " ").toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** A decimal string; amounts below one keep up to four places. */
export function amount(decimal) {
  const size = Math.abs(Number(decimal));
  return (size > 0 && size < 1 ? fine : cents).format(decimal);
}

export function money(decimal, currency) {
  return currency ? `${amount(decimal)} ${currency}` : amount(decimal);
}

/** Adds decimal strings exactly, in millionths. */
export function addDecimals(left, right) {
  return fromMicros(toMicros(left) + toMicros(right));
}

function toMicros(decimal) {
  const negative = decimal.startsWith("-");
  const [units, places = ""] = decimal.replace("-", "").split(".");
  const micros = BigInt(units) * 1000000n + BigInt(places.padEnd(6, "0").slice(0, 6));
  return negative ? -micros : micros;
}

function fromMicros(micros) {
  const size = micros < 0n ? -micros : micros;
  const places = String(size % 1000000n).padStart(6, "0");
  return `${micros < 0n ? "-" : ""}${size / 1000000n}.${places}`;
}
