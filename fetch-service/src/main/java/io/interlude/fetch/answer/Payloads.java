package io.interlude.fetch.answer;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.journal.json.Json;
import io.interlude.web.rendering.CardPayloads;
import java.util.List;
import java.util.function.IntFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Payloads of fetch answers. In a flow an action is counted by its node's place in `nodes`.
final class Payloads {
    private Payloads() {}

    /// The creative in the format.
    ///
    /// @param clickUrl click URL of an action by its index
    static ObjectNode payload(
            CreativeVersion creative, AdFormat format, IntFunction<String> clickUrl) {
        return switch (creative.content()) {
            case CreativeContent.Card card -> card(card, format, clickUrl);
            case CreativeContent.Flow flow -> flow(creative, flow.json(), clickUrl);
        };
    }

    private static ObjectNode card(
            CreativeContent.Card card, AdFormat format, IntFunction<String> clickUrl) {
        return switch (format) {
            case NATIVE -> CardPayloads.nativeCard(card, clickUrl);
            case SMS -> CardPayloads.textMessage(card, clickUrl);
            case BOTPLATFORM -> CardPayloads.platformCard(card, clickUrl);
            case FLOW -> throw new IllegalArgumentException("a card is no flow");
        };
    }

    private static ObjectNode flow(
            CreativeVersion creative, String source, IntFunction<String> clickUrl) {
        if (!(Json.MAPPER.readTree(source) instanceof ObjectNode json)) {
            throw new IllegalStateException("flow is no JSON object: " + creative.id());
        }
        json.put("creativeId", creative.id().value());
        JsonNode nodes = json.path("nodes");
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).path("action") instanceof ObjectNode action && leads(action)) {
                action.put("url", clickUrl.apply(i));
            }
        }
        return json;
    }

    private static boolean leads(ObjectNode action) {
        return List.of("link_out", "handoff").contains(action.path("kind").asString(""));
    }
}
