package io.interlude.domain.catalogue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a creative shows.
public sealed interface CreativeContent {
    /// A card with its links; rendered as native, sms or botplatform.
    record Card(
            String title,
            @Nullable String subtitle,
            @Nullable String imageUrl,
            @Nullable String imageAltText,
            @Nullable String smsText,
            String disclosure,
            List<CardAction> actions)
            implements CreativeContent {
        public Card {
            actions = List.copyOf(actions);
        }
    }

    /// A link of a card: its label and its http or https target.
    record CardAction(String text, String url) {}

    /// A flow, as the JSON object that the specification's section 2.4 describes.
    record Flow(String json) implements CreativeContent {}
}
