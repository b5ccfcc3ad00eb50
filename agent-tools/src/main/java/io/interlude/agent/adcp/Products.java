package io.interlude.agent.adcp;

import io.interlude.agent.adcp.Exchange.Terms;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `get_products`: an ad unit that shows cards is a product, at its floor. A brief is not
/// understood: every product that the filters leave is answered, a page at a time.
final class Products implements AdcpTool.Task {
    static final String CHANNEL = "sponsored_intelligence";

    private static final int PAGE = 50;
    private static final int WEEKS = 4;
    private static final Duration LOOK_BACK = Duration.ofDays(7L * WEEKS);
    private static final List<String> OPTIONAL = List.of("channels", "forecast");

    /// Filters by what no product has.
    private static final List<String> NEVER =
            List.of(
                    "min_exposures",
                    "required_axe_integrations",
                    "trusted_match",
                    "required_features",
                    "required_geo_targeting",
                    "signal_targeting",
                    "required_performance_standards");

    private final Seller seller;
    private final Formats formats;
    private final InstantSource clock;
    private final ObjectNode reporting = AdcpTools.resource("reporting.json");

    Products(Seller seller, Formats formats, InstantSource clock) {
        this.seller = seller;
        this.formats = formats;
        this.clock = clock;
    }

    @Override
    public Mono<ObjectNode> answer(Exchange exchange) {
        JsonNode page = exchange.arguments().path("pagination");
        String target = "/v1/manage/ad-units?limit=" + page.path("max_results").asInt(PAGE);
        String cursor = page.path("cursor").asString("");
        return Mono.zip(
                        exchange.get(
                                cursor.isEmpty()
                                        ? target
                                        : target + "&cursor=" + Exchange.encoded(cursor)),
                        exchange.terms(),
                        requests(exchange))
                .map(read ->
                        answer(exchange.arguments(), read.getT1(), read.getT2(), read.getT3()));
    }

    /// Requests of each ad unit in the last weeks.
    private Mono<Map<String, Long>> requests(Exchange exchange) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.HOURS);
        return exchange.get(
                        "/v1/reports?groupBy=adUnit&metrics=requests&from="
                                + now.minus(LOOK_BACK)
                                + "&to="
                                + now)
                .map(report -> {
                    Map<String, Long> codeToRequests = new HashMap<>();
                    for (JsonNode row : report.path("rows")) {
                        codeToRequests.put(
                                row.path("adUnit").asString(), row.path("requests").asLong());
                    }
                    return codeToRequests;
                });
    }

    private ObjectNode answer(
            ObjectNode asked, ObjectNode page, Terms terms, Map<String, Long> requests) {
        ObjectNode body = Answer.object();
        ArrayNode products = body.putArray("products");
        Set<String> omitted = omitted(asked);
        for (JsonNode adUnit : page.path("items")) {
            Offer offer = Offer.of(adUnit, terms.currency());
            if (Formats.takesCards(adUnit)
                    && isAsked(asked.path("filters"))
                    && !omitted.contains(offer.productId())) {
                long had = requests.getOrDefault(offer.productId(), 0L);
                products.add(withFields(asked.path("fields"), product(offer, terms, had)));
            }
        }
        if (asked.path("buying_mode").asString("").equals("refine")) {
            body.set("refinement_applied", applied(asked));
        }
        ObjectNode pagination = body.putObject("pagination").put("has_more", false);
        if (page.has("nextCursor")) {
            pagination.put("has_more", true).set("cursor", page.path("nextCursor"));
        }
        return body;
    }

    /// What the schema of products requires comes always.
    private static ObjectNode withFields(JsonNode fields, ObjectNode product) {
        if (!fields.isEmpty()) {
            List<String> asked = fields.valueStream().map(JsonNode::asString).toList();
            product.remove(OPTIONAL.stream().filter(name -> !asked.contains(name)).toList());
        }
        return product;
    }

    private boolean isAsked(JsonNode filters) {
        return NEVER.stream().noneMatch(filters::has)
                && filters.path("delivery_type").asString("non_guaranteed").equals("non_guaranteed")
                && !filters.path("is_fixed_price").asBoolean(false)
                && !filters.path("standard_formats_only").asBoolean(false)
                && filters.path("exclusivity").asString("none").equals("none")
                && (!filters.has("channels")
                        || filters.path("channels")
                                .valueStream()
                                .anyMatch(channel -> channel.asString("").equals(CHANNEL)))
                && (!filters.has("format_ids")
                        || filters.path("format_ids").valueStream().anyMatch(formats::isCard));
    }

    private static Set<String> omitted(ObjectNode asked) {
        Set<String> omitted = new HashSet<>();
        for (JsonNode change : asked.path("refine")) {
            if (isOmission(change)) {
                omitted.add(change.path("product_id").asString(""));
            }
        }
        return omitted;
    }

    private static boolean isOmission(JsonNode change) {
        return change.path("action").asString("").equals("omit");
    }

    /// Products can be left out; what is asked for in words is not understood.
    private static ArrayNode applied(ObjectNode asked) {
        ArrayNode applied = Answer.object().putArray("refinement_applied");
        for (JsonNode change : asked.path("refine")) {
            ObjectNode answered = applied.addObject();
            for (String name : List.of("scope", "product_id", "proposal_id")) {
                if (change.has(name)) {
                    answered.set(name, change.path(name));
                }
            }
            boolean isDone = isOmission(change) && change.has("product_id");
            answered.put("status", isDone ? "applied" : "unable");
        }
        return applied;
    }

    private ObjectNode product(Offer offer, Terms terms, long requests) {
        ObjectNode product =
                Answer.object()
                        .put("product_id", offer.productId())
                        .put("name", offer.name())
                        .put("description", description(offer, terms));
        product.putArray("publisher_properties")
                .addObject()
                .put("publisher_domain", seller.domain())
                .put("selection_type", "all");
        product.putArray("channels").add(CHANNEL);
        product.putArray("format_ids").add(formats.cardId());
        product.put("delivery_type", "non_guaranteed");
        product.putArray("pricing_options").add(offer.pricing());
        product.set("forecast", forecast(offer, requests));
        product.set("reporting_capabilities", reporting);
        return product;
    }

    private static String description(Offer offer, Terms terms) {
        String cards =
                "Cards at a pause of a conversation, at the ad unit \"%s\"."
                        .formatted(offer.name());
        return terms.start() ? cards : cards + " A person at the publisher approves each order.";
    }

    /// What there was, as what there is: all requests at the ad unit, whoever else bids for them.
    private ObjectNode forecast(Offer offer, long requests) {
        ObjectNode forecast = Answer.object();
        forecast.putArray("points")
                .addObject()
                .put("label", "Requests in a week, by the last four weeks")
                .putObject("metrics")
                .putObject("impressions")
                .put("mid", requests / WEEKS);
        return forecast.put("forecast_range_unit", "availability")
                .put("method", "estimate")
                .put("currency", offer.currency())
                .put("generated_at", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
    }
}
