package io.interlude.fetch.answer;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.journal.json.Json;
import io.interlude.web.rendering.CardPayloads;
import java.util.function.IntFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/// Payloads of fetch answers. In a flow an action is counted by its node's place in `nodes`.
final class Payloads {
    /// Of a flow with a few links.
    private static final int EXPECTED_GROWTH = 512;

    private Payloads() {}

    /// The creative in the format.
    ///
    /// @param clickUrl click URL of an action by its index
    static JsonNode payload(
            CreativeVersion creative, AdFormat format, IntFunction<String> clickUrl) {
        return switch (creative.content()) {
            case CreativeContent.Card card -> card(card, format, clickUrl);
            case CreativeContent.Flow flow -> flow(creative, flow, clickUrl);
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

    /// The flow's own text, so that a fetch neither parses nor writes it.
    private static JsonNode flow(
            CreativeVersion creative, CreativeContent.Flow flow, IntFunction<String> clickUrl) {
        String json = flow.json();
        StringBuilder served = new StringBuilder(json.length() + EXPECTED_GROWTH);
        int end = 0;
        for (CreativeContent.FlowLink link : flow.links()) {
            served.append(json, end, link.start());
            served.append('"').append(clickUrl.apply(link.nodeIndex())).append('"');
            end = link.end();
        }
        served.append(json, end, json.lastIndexOf('}'));
        served.append(",\"creativeId\":\"").append(creative.id().value()).append("\"}");
        return Json.MAPPER.getNodeFactory().rawValueNode(new RawValue(served.toString()));
    }
}
