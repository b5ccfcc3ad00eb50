package io.interlude.agent.adcp;

import io.interlude.domain.digest.Sha256;
import io.interlude.journal.json.Json;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.node.ObjectNode;

/// Ids that follow from a request, so that its repeat finds what it made and makes no twin: the
/// campaign's from the idempotency key, and those of the line items from the content besides.
///
/// @param campaignId the media buy's id
/// @param digest of the content
record OrderIds(String campaignId, String digest) {
    private static final String PREFIX = "adcp-";
    private static final int KEY_DIGITS = 20;
    private static final int CONTENT_DIGITS = 8;
    private static final int READABLE = 40;
    private static final String TASK = "create_media_buy-";

    static OrderIds of(ObjectNode request) {
        ObjectNode content = request.deepCopy();
        content.remove("idempotency_key");
        content.remove("context");
        return new OrderIds(
                PREFIX
                        + Sha256.hex(request.path("idempotency_key").asString())
                                .substring(0, KEY_DIGITS),
                Sha256.hex(canonical(content)).substring(0, CONTENT_DIGITS));
    }

    private static String canonical(ObjectNode content) {
        Map<String, Object> fields = Json.MAPPER.convertValue(content, new TypeReference<>() {});
        return Json.MAPPER
                .writer()
                .with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .writeValueAsString(fields);
    }

    /// Whether a campaign was ordered here.
    static boolean isMediaBuy(String campaignId) {
        return campaignId.startsWith(PREFIX) && Exchange.isId(campaignId);
    }

    /// Of the package at this place of the order.
    String packageId(int index) {
        return campaignId + '-' + digest + '-' + (index + 1);
    }

    /// By which the order is followed until a person has let it go.
    static String taskId(String campaignId) {
        return TASK + campaignId;
    }

    /// The campaign of a task; empty for none.
    static String campaignOf(String taskId) {
        String campaignId = taskId.startsWith(TASK) ? taskId.substring(TASK.length()) : "";
        return isMediaBuy(campaignId) ? campaignId : "";
    }

    /// Of a buyer's creative in one package.
    static String creativeId(String buyersId, String packageId) {
        String readable = buyersId.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        String start = readable.replaceAll("^-|-$", "");
        String shortened = start.substring(0, Math.min(start.length(), READABLE));
        return (shortened.isEmpty() ? "creative" : shortened)
                + '-'
                + Sha256.hex(packageId + ' ' + buyersId).substring(0, CONTENT_DIGITS * 2);
    }
}
