package io.interlude.fetch.answer;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.rendering.CardRenderer;
import io.interlude.domain.rendering.Rendering;
import io.interlude.kit.http.Json;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
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
            case NATIVE -> nativeCard(CardRenderer.nativeCard(card, clickUrl));
            case SMS -> textMessage(CardRenderer.textMessage(card, clickUrl));
            case BOTPLATFORM -> platformCard(CardRenderer.platformCard(card, clickUrl));
            case FLOW -> throw new IllegalArgumentException("a card is no flow");
        };
    }

    private static ObjectNode nativeCard(Rendering.NativeCard card) {
        ObjectNode json = Json.MAPPER.createObjectNode();
        json.put("title", card.title());
        putIfPresent(json, "subtitle", card.subtitle());
        putIfPresent(json, "imageUrl", card.imageUrl());
        putIfPresent(json, "imageAltText", card.imageAltText());
        json.put("disclosure", card.disclosure());
        ArrayNode actions = json.putArray("actions");
        for (Rendering.Link action : card.actions()) {
            ObjectNode written = actions.addObject();
            written.put("text", action.text());
            written.putObject("navigate").put("url", action.clickUrl());
        }
        return json;
    }

    private static ObjectNode textMessage(Rendering.TextMessage message) {
        return Json.MAPPER
                .createObjectNode()
                .put("text", message.text())
                .put("segments", message.segments());
    }

    private static ObjectNode platformCard(Rendering.PlatformCard card) {
        ObjectNode json = Json.MAPPER.createObjectNode();
        ObjectNode written = json.putObject("card");
        written.put("title", card.title());
        written.put("subtitle", card.subtitle());
        putIfPresent(written, "imageUri", card.imageUri());
        ArrayNode buttons = written.putArray("buttons");
        for (Rendering.Link button : card.buttons()) {
            buttons.addObject().put("text", button.text()).put("postback", button.clickUrl());
        }
        return json;
    }

    private static void putIfPresent(ObjectNode json, String name, @Nullable String value) {
        if (value != null) {
            json.put(name, value);
        }
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
