package io.interlude.agent.adcp;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// An ad unit as a product: bids for a thousand impressions, from its floor up.
///
/// @param currency of its floor, else the org's
/// @param floor zero without one
record Offer(JsonNode adUnit, String currency, BigDecimal floor) {
    static Offer of(JsonNode adUnit, String orgCurrency) {
        JsonNode floor = adUnit.path("floor");
        return new Offer(
                adUnit,
                floor.path("currency").asString(orgCurrency),
                Answer.decimal(floor.path("amount")));
    }

    /// Every product, by its id.
    static Mono<Map<String, Offer>> all(Exchange exchange, String orgCurrency) {
        return exchange.list("ad-units")
                .filter(Formats::takesCards)
                .map(adUnit -> of(adUnit, orgCurrency))
                .collectMap(Offer::productId);
    }

    /// By which line items name the ad unit.
    String productId() {
        return adUnit.path("code").asString();
    }

    String name() {
        return adUnit.path("name").asString();
    }

    String pricingOptionId() {
        return "cpm_" + currency.toLowerCase(Locale.ROOT);
    }

    ObjectNode pricing() {
        return Answer.object()
                .put("pricing_option_id", pricingOptionId())
                .put("pricing_model", "cpm")
                .put("currency", currency)
                .put("floor_price", floor);
    }
}
