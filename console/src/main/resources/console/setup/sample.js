// A sample ad for a new ad unit: small, plainly a sample, and easy to archive.

import * as api from "../api.js";
import { PATHS } from "../book/catalogue.js";

/** Books it, and gives the id of its campaign. */
export async function bookSample(session, adUnit) {
  const create = async (path, body) => (await api.create(session.key(), path, body)).body;
  const campaign = await create(PATHS.campaign, { name: `Sample for ${adUnit}`, advertiserName: "Sample advertiser", status: "active" });
  const lineItem = await create(PATHS.lineItem, {
    campaignId: campaign.id, name: `Sample for ${adUnit}`, status: "active", priority: 16, adUnits: [adUnit], pacing: "asap",
    price: { model: "flat", amount: { amount: "0", currency: "USD" } }, context: { topics: [], runOfNetwork: true },
  });
  await create(PATHS.creative, {
    lineItemId: lineItem.id, type: "card", status: "approved",
    card: { title: "Hello from your first ad", subtitle: "This is a sample. Book a campaign to show your own.", disclosure: "Sponsored", actions: [{ text: "Learn more", url: `${location.origin}/console` }] },
  });
  return { campaignId: campaign.id };
}
