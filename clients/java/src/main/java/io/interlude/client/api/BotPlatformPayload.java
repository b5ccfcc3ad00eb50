package io.interlude.client.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A card in the form of chat platforms' webhooks.
public record BotPlatformPayload(Card card) {
    /// The card.
    public record Card(
            String title, String subtitle, @Nullable String imageUri, List<Button> buttons) {
        public Card {
            buttons = Lists.orNone(buttons);
        }
    }

    /// Something to press.
    ///
    /// @param postback a URL that counts the click and redirects
    public record Button(String text, String postback) {}
}
