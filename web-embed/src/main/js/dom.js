// Makes elements. All text goes in as text nodes, never as markup.

/** A new element; an attribute that is null, undefined or false is left out. */
export function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value != null && value !== false) {
      made.setAttribute(key, value === true ? "" : String(value));
    }
  }
  made.append(...children.filter((child) => child != null && child !== ""));
  return made;
}

/** The address if a browser may be sent there by an ad: absolute, http or https; else null. */
export function webAddress(text) {
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** A link that an advertiser paid for, or null if its address is none. It is used verbatim. */
export function sponsoredLink(label, url) {
  return webAddress(url) == null
    ? null
    : element("a", {
        class: "action",
        href: url,
        target: "_blank",
        rel: "sponsored noopener noreferrer",
      }, label);
}

/** A picture, or null if its address is none. One that does not load goes without a trace. */
export function picture(url, alternative, className) {
  if (webAddress(url) == null) {
    return null;
  }
  const image = element("img", {
    class: className,
    alt: alternative || "",
    decoding: "async",
    loading: "lazy",
    referrerpolicy: "no-referrer",
  });
  image.addEventListener("error", () => image.remove());
  image.src = url;
  return image;
}

/** Languages that are written from right to left, by their first part. */
const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|ku|ps|sd|ug|ur|yi)(-|$)/i;

export function direction(language) {
  return RIGHT_TO_LEFT.test(language) ? "rtl" : "ltr";
}
