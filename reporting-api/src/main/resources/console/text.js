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
