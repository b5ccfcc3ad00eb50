package io.interlude.agent.adcp;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The terms of a package, as a line item: a bid for a thousand impressions at one ad unit, and a
/// budget over its flight.
///
/// @param place position of the package in the request
record PackageTerms(JsonNode ordered, String place) {
    /// Fields that would change serving and are not offered: refused, lest they get lost.
    private static final List<String> UNSUPPORTED =
            List.of(
                    "targeting_overlay",
                    "optimization_goals",
                    "catalogs",
                    "performance_standards",
                    "creative_assignments");

    private static final Map<String, String> PACING =
            Map.of("even", "even", "asap", "asap", "front_loaded", "frontloaded");

    /// The line item, without its id and campaign.
    ///
    /// @param codeToOffer every product
    ObjectNode lineItem(Map<String, Offer> codeToOffer, Flight order, Instant now) {
        Flight flight = order.of(ordered, place, now);
        Offer offer = codeToOffer.get(ordered.path("product_id").asString());
        if (offer == null) {
            throw refusal("PRODUCT_NOT_FOUND", "product_id", "Use a product of get_products.");
        }
        if (!ordered.path("pricing_option_id").asString().equals(offer.pricingOptionId())) {
            throw refusal(
                    "VALIDATION_ERROR",
                    "pricing_option_id",
                    "Use a pricing option of the product.");
        }
        BigDecimal bid = bid(offer.floor());
        BigDecimal budget = budget();
        ObjectNode lineItem =
                Answer.object()
                        .put("name", offer.name())
                        .put(
                                "pacing",
                                PACING.getOrDefault(ordered.path("pacing").asString(""), "even"));
        lineItem.putArray("adUnits").add(offer.productId());
        lineItem.putObject("price").put("model", "cpm").set("amount", money(bid, offer.currency()));
        lineItem.putObject("budget").set("lifetime", money(budget, offer.currency()));
        if (ordered.has("impressions")) {
            lineItem.putObject("goal").put("impressions", ordered.path("impressions").asLong(0));
        }
        flight.putInto(lineItem);
        return lineItem;
    }

    private BigDecimal bid(BigDecimal floor) {
        BigDecimal bid = ordered.path("bid_price").decimalValue(BigDecimal.ZERO);
        if (bid.signum() <= 0 || bid.compareTo(floor) < 0) {
            throw refusal(
                    "VALIDATION_ERROR",
                    "bid_price",
                    "Bid at least the floor_price of the pricing option.");
        }
        return bid;
    }

    private BigDecimal budget() {
        BigDecimal budget = ordered.path("budget").decimalValue();
        if (budget.signum() <= 0) {
            throw refusal("BUDGET_TOO_LOW", "budget", "Give a budget to spend.");
        }
        return budget;
    }

    /// Puts the bid and the budget that are asked for into a line item, in its own currencies.
    ///
    /// @param codeToOffer every product
    void putInto(ObjectNode lineItem, Map<String, Offer> codeToOffer) {
        if (ordered.has("bid_price")) {
            ObjectNode amount = lineItem.withObject("price").withObject("amount");
            String currency = amount.path("currency").asString();
            BigDecimal floor =
                    lineItem.path("adUnits")
                            .valueStream()
                            .flatMap(code -> Stream.ofNullable(codeToOffer.get(code.asString())))
                            .filter(offer -> offer.currency().equals(currency))
                            .map(Offer::floor)
                            .reduce(BigDecimal.ZERO, BigDecimal::max);
            amount.put("amount", bid(floor).toPlainString());
        }
        if (ordered.has("budget")) {
            lineItem.withObject("budget")
                    .withObject("lifetime")
                    .put("amount", budget().toPlainString());
        }
    }

    /// Refuses terms that are not offered.
    void refuseUnsupported() {
        if (ordered.has("measurement_terms")) {
            throw refusal(
                    "TERMS_REJECTED",
                    "measurement_terms",
                    "The bill is what the publisher's journal counts, which can be audited.");
        }
        for (String name : UNSUPPORTED) {
            if (!ordered.path(name).isMissingNode() && !ordered.path(name).isEmpty()) {
                throw refusal("UNSUPPORTED_FEATURE", name, "Leave it out: it is not offered.");
            }
        }
    }

    private AdcpException refusal(String code, String field, String message) {
        return AdcpException.of(code, place + '.' + field, message);
    }

    private static ObjectNode money(BigDecimal amount, String currency) {
        return Answer.object().put("amount", amount.toPlainString()).put("currency", currency);
    }

    /// The drafts of its creatives, of the package with this id.
    List<ObjectNode> creatives(Formats formats, String packageId) {
        JsonNode creatives = ordered.path("creatives");
        return IntStream.range(0, creatives.size())
                .mapToObj(i -> {
                    JsonNode creative = creatives.get(i);
                    return formats.creative(creative, place + ".creatives[" + i + ']')
                            .put(
                                    "id",
                                    OrderIds.creativeId(
                                            creative.path("creative_id").asString(), packageId))
                            .put("lineItemId", packageId);
                })
                .toList();
    }
}
