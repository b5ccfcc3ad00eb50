package io.interlude.agent;

import io.interlude.journal.json.Json;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `book_line_item`: a line item with its creatives, and a campaign where there is none yet. All of
/// it is made as drafts, for a person to approve and activate. When one part is refused, those made
/// before it are archived again, the latest first, so that a refused order leaves nothing behind.
final class BookingTool implements McpTool {
    private static final int MOST_CREATIVES = 20;

    private static final About ABOUT =
            new About(
                    "book_line_item",
                    "Book a line item",
                    "Books a line item with its creatives, in a campaign that exists"
                            + " (lineItem.campaignId) or a new one (campaign). Everything is made as"
                            + " a draft and serves nothing until a person has approved the creatives"
                            + " and activated campaign and line item. Answers the ids; an order that"
                            + " breaks a rule answers all violations of the part at fault and books"
                            + " nothing. Needs a management key.",
                    false);

    private final ApiClient api;
    private final ToolSchema schema;

    BookingTool(ApiClient api, JsonNode description) {
        this.api = api;
        ObjectNode arguments = Json.MAPPER.createObjectNode().put("type", "object");
        ObjectNode properties = arguments.putObject("properties");
        properties.set("campaign", ToolSchema.closed(description, "Campaign", List.of("status")));
        ObjectNode lineItem = ToolSchema.closed(description, "LineItem", List.of("status"));
        lineItem.putArray("required").add("name").add("price");
        properties.set("lineItem", lineItem);
        properties
                .putObject("creatives")
                .put("type", "array")
                .put("maxItems", MOST_CREATIVES)
                .set(
                        "items",
                        ToolSchema.closed(
                                description,
                                "Creative",
                                List.of("status", "lineItemId", "draftedFor")));
        arguments.putArray("required").add("lineItem");
        schema = ToolSchema.of(arguments.put("additionalProperties", false), description);
    }

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public ToolSchema schema() {
        return schema;
    }

    @Override
    public Mono<ApiAnswer> call(ApiCaller caller, ObjectNode arguments) {
        DraftBooking booking = new DraftBooking(api, caller);
        ObjectNode lineItem = arguments.withObject("lineItem");
        Mono<ApiAnswer> campaign =
                arguments.get("campaign") instanceof ObjectNode wanted
                        ? booking.make("campaigns", "campaign", wanted)
                                .doOnNext(
                                        made -> lineItem.set("campaignId", made.body().path("id")))
                        : Mono.just(ApiAnswer.ok(Json.MAPPER.createObjectNode()));
        ArrayNode ids = Json.MAPPER.createArrayNode();
        return campaign.flatMap(_ -> booking.make("line-items", "lineItem", lineItem))
                .flatMap(made -> {
                    String id = made.body().path("id").asString();
                    return creatives(booking, arguments.path("creatives"), id, ids)
                            .then(Mono.fromSupplier(() -> booked(made.body(), ids)));
                })
                .onErrorResume(
                        DraftBooking.RefusedPart.class,
                        refused -> booking.takeBack().thenReturn(refused.answer()));
    }

    private static Mono<Void> creatives(
            DraftBooking booking, JsonNode creatives, String lineItemId, ArrayNode ids) {
        return Flux.range(0, creatives.size())
                .concatMap(i ->
                        booking.make(
                                "creatives",
                                "creatives[" + i + "]",
                                ((ObjectNode) creatives.get(i)).put("lineItemId", lineItemId)))
                .doOnNext(made -> ids.add(made.body().path("id")))
                .then();
    }

    private static ApiAnswer booked(ObjectNode lineItem, ArrayNode creativeIds) {
        ObjectNode body = Json.MAPPER.createObjectNode().put("status", "draft");
        body.set("campaignId", lineItem.path("campaignId"));
        body.set("lineItemId", lineItem.path("id"));
        body.set("creativeIds", creativeIds);
        body.putArray("violations");
        return ApiAnswer.ok(body);
    }
}
