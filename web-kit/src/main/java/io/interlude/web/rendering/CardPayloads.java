package io.interlude.web.rendering;

import io.interlude.domain.catalogue.CreativeContent.Card;
import io.interlude.journal.json.Json;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The payload of a card in each format: what a fetch answers, and what a preview shows. `clickUrl`
/// gives the click URL of an action by its place on the card, from 0.
public final class CardPayloads {
    private CardPayloads() {}

    /// `{title, subtitle?, imageUrl?, imageAltText?, disclosure, actions}`.
    public static ObjectNode nativeCard(Card content, IntFunction<String> clickUrl) {
        Rendering.NativeCard card = CardRenderer.nativeCard(content, clickUrl);
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

    /// `{card: {title, subtitle, imageUri?, buttons}}`.
    public static ObjectNode platformCard(Card content, IntFunction<String> clickUrl) {
        Rendering.PlatformCard card = CardRenderer.platformCard(content, clickUrl);
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

    /// `{text, segments}`.
    public static ObjectNode textMessage(Card content, IntFunction<String> clickUrl) {
        Rendering.TextMessage message = CardRenderer.textMessage(content, clickUrl);
        return Json.MAPPER
                .createObjectNode()
                .put("text", message.text())
                .put("segments", message.segments());
    }

    private static void putIfPresent(ObjectNode json, String name, @Nullable String value) {
        if (value != null) {
            json.put(name, value);
        }
    }
}
