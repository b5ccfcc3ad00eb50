package io.interlude.flow;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Steps as JSON, for a page that draws them itself. The form is that of the JavaScript executor.
public final class WebRendering {
    private WebRendering() {}

    /// The items of a step, one object for each; `kind` says what it is, and what is absent is left
    /// out.
    public static List<Map<String, Object>> render(List<Presented> present) {
        return present.stream().map(WebRendering::render).toList();
    }

    private static Map<String, Object> render(Presented item) {
        return switch (item) {
            case Presented.Disclosure disclosure ->
                    item("disclosure", null, disclosure.text(), Map.of());
            case Presented.Message message -> message(message);
            case Presented.Choices choices -> choices(choices);
            case Presented.Link link ->
                    item("link", link.nodeId(), link.text(), link(link.label(), link.url()));
            case Presented.Handoff handoff ->
                    item(
                            "handoff",
                            handoff.nodeId(),
                            handoff.text(),
                            link(handoff.label(), handoff.url()));
            case Presented.Closing closing ->
                    item("closing", closing.nodeId(), closing.text(), Map.of());
        };
    }

    private static Map<String, Object> message(Presented.Message message) {
        Map<String, Object> rest = new LinkedHashMap<>();
        put(rest, "imageUrl", message.imageUrl());
        put(rest, "imageAltText", message.imageAltText());
        return item("message", message.nodeId(), message.text(), rest);
    }

    private static Map<String, Object> choices(Presented.Choices choices) {
        Map<String, Object> rest = new LinkedHashMap<>();
        rest.put("choices", choices.choices().stream().map(WebRendering::offer).toList());
        if (choices.again()) {
            rest.put("again", true);
        }
        return item("choices", choices.nodeId(), choices.text(), rest);
    }

    private static Map<String, Object> offer(Presented.Offer offer) {
        return Map.of("id", offer.id(), "label", offer.label(), "number", offer.number());
    }

    private static Map<String, Object> link(String label, String url) {
        return Map.of("label", label, "url", url);
    }

    private static Map<String, Object> item(
            String kind, @Nullable String nodeId, @Nullable String text, Map<String, Object> rest) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("kind", kind);
        put(item, "nodeId", nodeId);
        put(item, "text", text);
        item.putAll(rest);
        return item;
    }

    private static void put(Map<String, Object> item, String name, @Nullable String value) {
        if (value != null) {
            item.put(name, value);
        }
    }
}
