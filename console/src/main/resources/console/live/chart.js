// Two small charts in SVG, drawn at the size of their place so that text is never scaled.

import { count, shortCount, time } from "../text.js";

const SVG = "http://www.w3.org/2000/svg";

function shape(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/** A round number not below `most`, at least 4, whose half is a whole number. */
function niceTop(most) {
  let top = 4;
  for (let power = 1; top < most; power *= 10) {
    top = [2, 3, 4, 6, 8, 10].map((step) => step * power).find((step) => step >= most) ?? 0;
  }
  return top;
}

/** Bars, one a minute: filled requests and, on top, the others. */
export function minuteChart(place, minutes) {
  const width = Math.max(place.clientWidth, 200);
  const height = Math.max(place.clientHeight, 100);
  const box = { left: 40, right: 2, top: 8, bottom: 20 };
  const top = niceTop(Math.max(0, ...minutes.map((minute) => minute.requests)));
  const y = (value) => box.top + (height - box.top - box.bottom) * (1 - value / top);
  const step = (width - box.left - box.right) / minutes.length;
  const svg = shape("svg", {
    viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": summary(minutes),
  });
  for (const value of [0, top / 2, top]) {
    const line = { x1: box.left, x2: width - box.right, y1: y(value), y2: y(value) };
    svg.append(shape("line", { ...line, class: value === 0 ? "base" : "grid" }));
    svg.append(shape("text", {
      x: box.left - 8, y: y(value) + 4, "text-anchor": "end",
    }, shortCount(value)));
  }
  const every = width < 480 ? 20 : 10;
  minutes.forEach((minute, i) => {
    const x = box.left + i * step;
    const group = shape("g", {});
    group.append(shape("title", {},
      `${time(minute.start)}: ${count(minute.fetches)} filled of ${count(minute.requests)}`));
    const bar = { x: x + step * 0.12, width: Math.max(step * 0.76, 1) };
    group.append(shape("rect", {
      ...bar, y: y(minute.requests), height: y(minute.fetches) - y(minute.requests), class: "unfilled",
    }));
    group.append(shape("rect", {
      ...bar, y: y(minute.fetches), height: y(0) - y(minute.fetches), class: "filled",
    }));
    svg.append(group);
    const fromEnd = minutes.length - 1 - i;
    if (fromEnd % every === 0) {
      const anchor = fromEnd === 0 ? "end" : "middle";
      const at = fromEnd === 0 ? x + step : x + step / 2;
      svg.append(shape("text", { x: at, y: height - 4, "text-anchor": anchor }, time(minute.start)));
    }
  });
  place.replaceChildren(svg);
}

function summary(minutes) {
  const requests = minutes.reduce((sum, minute) => sum + minute.requests, 0);
  const fetches = minutes.reduce((sum, minute) => sum + minute.fetches, 0);
  return `Requests in each of the last ${minutes.length} minutes: `
    + `${count(requests)} in all, ${count(fetches)} of them filled.`;
}

/** A line without axes, newest value at the right edge of `room` places. */
export function sparkline(svg, values, room) {
  const top = Math.max(1, ...values);
  const width = Math.max(svg.clientWidth, 40);
  const height = 20;
  const points = values.map((value, i) => {
    const x = width - (values.length - 1 - i) * (width / (room - 1));
    return `${x.toFixed(1)},${(height - 1 - (height - 2) * (value / top)).toFixed(1)}`;
  });
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.replaceChildren(shape("polyline", { points: points.join(" "), class: "spark" }));
}
