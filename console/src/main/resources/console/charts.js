// Chart.js in the console's colours. The library is served by us and loads nothing. It is a third of
// what the console has: pages without charts go without it.

let library = null;
const load = () => (library ??= import("./lib/chart.js").then(() => globalThis.Chart));

/** Told apart by people who see colours differently too (Okabe and Ito), the last for all others. */
const SERIES = {
  light: ["#3949ab", "#c25700", "#00795c", "#a8367c", "#8a6a00", "#1f77b4", "#6b7280"],
  dark: ["#9fa8f5", "#f0a35e", "#54c9a2", "#e58fc0", "#e3c558", "#74bdf0", "#9aa3b2"],
};

const scheme = matchMedia("(prefers-color-scheme: dark)");

/** The colour of a series; the same from one drawing to the next. */
export const colour = (index) => {
  const colours = SERIES[scheme.matches ? "dark" : "light"];
  return colours[Math.min(index, colours.length - 1)];
};

const variable = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** A chart on a canvas that is drawn anew whenever `draw` or the colour scheme asks for it. */
export class Plot {
  constructor(canvas) {
    this.canvas = canvas;
    this.chart = null;
    this.make = null;
    scheme.addEventListener("change", () => this.redraw());
  }

  /** Draws what `make()` returns: a configuration of Chart.js. `label` says in words what is shown. */
  draw(make, label) {
    this.make = make;
    this.canvas.setAttribute("aria-label", label);
    this.redraw();
  }

  async redraw() {
    const { make } = this;
    this.chart?.destroy();
    this.chart = null;
    if (make === null) return;
    const Chart = await load();
    // Meanwhile something else may have been asked for, or drawn.
    if (this.make !== make || this.chart !== null) return;
    Chart.defaults.color = variable("--muted");
    Chart.defaults.borderColor = variable("--grid");
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    Chart.defaults.font.size = 12;
    this.chart = new Chart(this.canvas, make());
  }

  clear() {
    this.make = null;
    this.redraw();
  }
}
