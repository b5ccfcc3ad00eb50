// Versions of attribution to choose from.

/** Offers the versions, and the chosen one even where it is not among them. */
export function offer(list, items, chosen) {
  const known = items.some(({ id }) => id === chosen);
  list.replaceChildren(new Option("As booked", ""), ...items.map(({ id, name, status }) =>
    new Option(status === "current" ? name : `${name} (${status})`, id)), ...(chosen && !known ? [new Option(chosen, chosen)] : []));
  list.value = chosen;
}
