package io.interlude.client.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A card. Show the disclosure always, the words verbatim and the links as they are.
public record NativePayload(
        String title,
        @Nullable String subtitle,
        @Nullable String imageUrl,
        @Nullable String imageAltText,
        String disclosure,
        List<Action> actions) {
    public NativePayload {
        actions = Lists.orNone(actions);
    }

    /// Something to press.
    public record Action(String text, Navigate navigate) {}

    /// The target of the ad.
    ///
    /// @param url counts the click and redirects
    public record Navigate(String url) {}
}
