// Small drawings before the names of pages, for the eye alone: strokes on a square of 24.

const PATHS = {
  overview: "M4 4h7v7H4zM14 4h6v4h-6zM14 11h6v9h-6zM4 14h7v6H4z",
  live: "M3 12h4l3-8 4 16 3-8h4",
  reports: "M3 20h18M6 20v-9M12 20V5M18 20v-6",
  delivery: "M20.5 9a9 9 0 1 1-5.5-5.5M16.5 10.5a5 5 0 1 1-3-3M12 12l9-9",
  journal: "M5 3h14v18H5zM8 8h8M8 12h8M8 16h5",
  audits: "M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM8.5 12l2.5 2.5 4.5-5",
  rejected: "M12 3a9 9 0 1 0 .01 0M9 9l6 6M15 9l-6 6",
  corrections: "M4 9h10a5 5 0 0 1 0 10H8M8 5L4 9l4 4",
  campaigns: "M4 10v4l12 5V5zM19 9v6M8 16v4h3v-3",
  advertisers: "M3 8h18v12H3zM8 8V4h8v4M3 13h18",
  goals: "M6 21V4h13l-3 4 3 4H6",
  book: "M4 4h16v16H4zM12 8v8M8 12h8",
  "test-fetch": "M8 3h8M10 3v6l-5 9a2 2 0 0 0 2 3h10a2 2 0 0 0 2-3l-5-9V3M7.5 15h9",
  start: "M7 4l12 8-12 8z",
  apps: "M16 3a5 5 0 1 0 .01 0M12.5 11.5L4 20v1h4v-3h3",
  people: "M12 4a4 4 0 1 0 .01 0M4 21c0-5 3.5-7 8-7s8 2 8 7",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4",
  flows: "M6 3v6a3 3 0 0 0 3 3h6a3 3 0 0 1 3 3v6M6 12v9",
  subscribers: "M9 5a3.5 3.5 0 1 0 .01 0M2.5 20c0-4.5 3-6 6.5-6s6.5 1.5 6.5 6M16 9h6",
  "catalogue-file": "M12 3v11M8 10l4 4 4-4M4 17v4h16v-4",
  changes: "M12 3a9 9 0 1 0 .01 0M12 7v5l3.5 2",
};

const SVG = "http://www.w3.org/2000/svg";

/** Draws them before the links of a navigation, each by the page that its link leads to. */
export function drawIcons(links) {
  for (const link of links) {
    const [icon, path] = ["svg", "path"].map((name) => document.createElementNS(SVG, name));
    icon.setAttribute("viewBox", "0 0 24 24");
    icon.setAttribute("aria-hidden", "true");
    path.setAttribute("d", PATHS[link.hash.slice(1)] ?? "");
    icon.append(path);
    link.prepend(icon);
  }
}
