// Names of what a person booked, beside the ids that reports and the journal have.

import * as api from "./api.js";

/** Reads names once. */
export class Names {
  constructor(key) {
    this.key = key;
    this.known = new Map();
    this.items = [];
    this.loading = null;
  }

  /** Resolves when names are there, or can't be had; then ids stand for themselves. */
  load() {
    this.loading ??= this.read().catch(() => {});
    return this.loading;
  }

  /** Something was changed: the next reader reads anew. */
  forget() {
    this.loading = null;
  }

  async read() {
    const { items } = await api.get(this.key(), "/v1/reports/names");
    this.known = new Map(items.filter(({ id, name }) => name !== id).map(({ dimension, id, name }) => [`${dimension} ${id}`, name]));
    this.items = items.filter(({ archived }) => !archived);
  }

  /** The name, or an empty text when there is none but the id. Reports name what is archived too. */
  of(dimension, id) {
    return this.known.get(`${dimension} ${id}`) ?? "";
  }

  /** Everything that is not archived: `{dimension, id, name}`. */
  all() {
    return this.items;
  }

  /** Ids of a dimension, of what is not archived. */
  ids(dimension) {
    return this.items.filter((each) => each.dimension === dimension).map(({ id }) => id);
  }

  /** Ids of creatives that are flows. */
  get flows() {
    return this.items.filter(({ type }) => type === "flow").map(({ id }) => id);
  }
}
