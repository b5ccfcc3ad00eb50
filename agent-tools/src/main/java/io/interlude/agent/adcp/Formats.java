package io.interlude.agent.adcp;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `list_creative_formats`: the one format that buyers' creatives have, the card. It renders in
/// every format of a payload but the flow's.
final class Formats implements AdcpTool.Task {
    private static final String CARD = "interlude_card";

    /// What no card has, so that a filter by it leaves none.
    private static final List<String> NEVER =
            List.of(
                    "max_width",
                    "max_height",
                    "min_width",
                    "min_height",
                    "wcag_level",
                    "disclosure_positions",
                    "disclosure_persistence",
                    "output_format_ids",
                    "input_format_ids");

    private static final Map<String, String> ASSET_TO_FIELD =
            Map.of(
                    "title", "title",
                    "subtitle", "subtitle",
                    "sms_text", "smsText",
                    "disclosure", "disclosure");

    private final Seller seller;
    private final ObjectNode card = AdcpTools.resource("card-format.json");

    Formats(Seller seller) {
        this.seller = seller;
        card.set("format_id", cardId());
    }

    ObjectNode cardId() {
        return Answer.object().put("agent_url", seller.agentUrl().toString()).put("id", CARD);
    }

    boolean isCard(JsonNode formatId) {
        return formatId.path("id").asString("").equals(CARD)
                && formatId.path("agent_url")
                        .asString("")
                        .replaceAll("/+$", "")
                        .equals(seller.agentUrl().toString());
    }

    /// Whether an ad unit shows cards.
    static boolean takesCards(JsonNode adUnit) {
        JsonNode formats = adUnit.path("formats");
        return formats.isEmpty()
                || formats.valueStream().anyMatch(format -> !format.asString().equals("flow"));
    }

    @Override
    public Mono<ObjectNode> answer(Exchange exchange) {
        ObjectNode body = Answer.object();
        ArrayNode formats = body.putArray("formats");
        if (isAsked(exchange.arguments())) {
            formats.add(card);
        }
        body.putObject("pagination").put("has_more", false);
        return Mono.just(body);
    }

    private boolean isAsked(ObjectNode asked) {
        List<String> types =
                asked.path("asset_types").valueStream().map(JsonNode::asString).toList();
        String name = asked.path("name_search").asString("").toLowerCase(Locale.ROOT);
        return NEVER.stream().noneMatch(asked::has)
                && (!asked.has("format_ids")
                        || asked.path("format_ids").valueStream().anyMatch(this::isCard))
                && (types.isEmpty()
                        || card.path("assets")
                                .valueStream()
                                .anyMatch(asset ->
                                        types.contains(asset.path("asset_type").asString())))
                && card.path("name").asString().toLowerCase(Locale.ROOT).contains(name);
    }

    /// The content of our creative that a buyer's creative asks for, as a draft of a line item has
    /// it; what is missing or too long, the management interface says.
    ///
    /// @param place where it stands in the request
    ObjectNode creative(JsonNode creative, String place) {
        if (!isCard(creative.path("format_id"))) {
            throw AdcpException.of(
                    "CREATIVE_REJECTED",
                    place + ".format_id",
                    "Use a format of list_creative_formats.");
        }
        ObjectNode content = Answer.object();
        ObjectNode action = Answer.object();
        for (Map.Entry<String, JsonNode> asset : creative.path("assets").properties()) {
            JsonNode given = asset.getValue();
            switch (asset.getKey()) {
                case "image" -> {
                    copy(given, "url", content, "imageUrl");
                    copy(given, "alt_text", content, "imageAltText");
                }
                case "call_to_action" -> copy(given, "content", action, "text");
                case "click_url" -> copy(given, "url", action, "url");
                default -> {
                    String field = ASSET_TO_FIELD.get(asset.getKey());
                    if (field == null) {
                        throw AdcpException.of(
                                "CREATIVE_REJECTED",
                                place + ".assets",
                                "Leave out assets that the format does not have.");
                    }
                    copy(given, "content", content, field);
                }
            }
        }
        content.putArray("actions").add(action);
        ObjectNode draft = Answer.object().put("type", "card");
        draft.set("card", content);
        int weight = creative.path("weight").asInt(0);
        return weight > 0 ? draft.put("weight", weight) : draft;
    }

    private static void copy(JsonNode from, String name, ObjectNode to, String field) {
        if (from.has(name)) {
            to.set(field, from.path(name));
        }
    }
}
