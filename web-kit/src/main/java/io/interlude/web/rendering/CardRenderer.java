package io.interlude.web.rendering;

import io.interlude.domain.catalogue.CreativeContent.Card;
import io.interlude.domain.catalogue.CreativeContent.CardAction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Renders a card in the three card formats. `actionIndexToClickUrl` gives the click URL of an
/// action by its place on the card, from 0.
public final class CardRenderer {
    /// Longest text message, in Unicode code points.
    public static final int LONGEST_MESSAGE = 320;

    private static final String DISCLOSURE_SEPARATOR = " · ";

    /// In the alphabet of short text messages, unlike most punctuation that would look better.
    private static final String LINE = "\n";

    private CardRenderer() {}

    public static Rendering.NativeCard nativeCard(
            Card card, IntFunction<String> actionIndexToClickUrl) {
        return new Rendering.NativeCard(
                card.title(),
                card.subtitle(),
                card.imageUrl(),
                card.imageAltText(),
                card.disclosure(),
                links(card, actionIndexToClickUrl));
    }

    public static Rendering.PlatformCard platformCard(
            Card card, IntFunction<String> actionIndexToClickUrl) {
        String copy = card.subtitle();
        String subtitle =
                isBlank(copy) ? card.disclosure() : card.disclosure() + DISCLOSURE_SEPARATOR + copy;
        return new Rendering.PlatformCard(
                card.title(), subtitle, card.imageUrl(), links(card, actionIndexToClickUrl));
    }

    /// Disclosure, title, copy and the first action's click URL, a line each. What is too long is
    /// cut from the end of title and copy, never from the disclosure or the URL.
    public static Rendering.TextMessage textMessage(
            Card card, IntFunction<String> actionIndexToClickUrl) {
        String head = card.disclosure();
        String tail = card.actions().isEmpty() ? "" : LINE + actionIndexToClickUrl.apply(0);
        String copy = card.smsText() == null ? card.subtitle() : card.smsText();
        String middle = LINE + card.title() + (isBlank(copy) ? "" : LINE + copy);
        int room = LONGEST_MESSAGE - codePoints(head) - codePoints(tail);
        String text = head + cut(middle, room) + tail;
        return new Rendering.TextMessage(text, MessageSegments.count(text));
    }

    private static List<Rendering.Link> links(Card card, IntFunction<String> toClickUrl) {
        List<Rendering.Link> links = new ArrayList<>(card.actions().size());
        for (CardAction action : card.actions()) {
            links.add(new Rendering.Link(action.text(), toClickUrl.apply(links.size())));
        }
        return List.copyOf(links);
    }

    private static boolean isBlank(@Nullable String text) {
        return text == null || text.isBlank();
    }

    private static int codePoints(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String cut(String text, int room) {
        if (codePoints(text) <= room) {
            return text;
        }
        return text.substring(0, text.offsetByCodePoints(0, Math.max(0, room))).stripTrailing();
    }
}
