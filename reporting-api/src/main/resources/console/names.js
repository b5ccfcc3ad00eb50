// Names of what a person booked, beside the ids that reports and the journal have.

import * as api from "./api.js";

/** Where each dimension's names are kept, and which field its ids are. */
const RESOURCES = {
  application: ["applications", "id"],
  adUnit: ["ad-units", "code"],
  campaign: ["campaigns", "id"],
  lineItem: ["line-items", "id"],
  advertiser: ["advertisers", "id"],
  conversionGoal: ["conversion-goals", "id"],
};

/** Reads names once; a read key may not, and then ids stand for themselves. */
export class Names {
  constructor(key) {
    this.key = key;
    this.known = new Map();
    this.flows = [];
    this.loading = null;
  }

  /** Resolves when names are there, or can't be had. */
  load() {
    this.loading ??= this.read().catch(() => {});
    return this.loading;
  }

  /** Something was changed: the next reader reads anew. */
  forget() {
    this.loading = null;
  }

  async read() {
    this.flows = [];
    const list = (resource) => api.all(this.key(), `/v1/manage/${resource}`);
    const named = Object.entries(RESOURCES).map(async ([dimension, [resource, field]]) => {
      for (const item of await list(resource)) this.add(dimension, item[field], item.name);
    });
    const [creatives] = await Promise.all([list("creatives"), ...named]);
    for (const creative of creatives) {
      this.add("creative", creative.id, creative.card?.title ?? creative.flow?.metadata?.advertiserName);
      if (creative.type === "flow") this.flows.push(creative.id);
    }
  }

  add(dimension, id, name) {
    if (name && name !== id) this.known.set(`${dimension} ${id}`, name);
  }

  /** The name, or an empty text when there is none but the id. */
  of(dimension, id) {
    return this.known.get(`${dimension} ${id}`) ?? "";
  }

  /** Everything that has a name: `{dimension, id, name}`. */
  all() {
    return [...this.known].map(([key, name]) => ({ dimension: key.slice(0, key.indexOf(" ")), id: key.slice(key.indexOf(" ") + 1), name }));
  }

  /** Ids of a dimension that have names. */
  ids(dimension) {
    return [...this.known.keys()].filter((each) => each.startsWith(`${dimension} `)).map((each) => each.slice(dimension.length + 1));
  }
}
