package io.interlude.web.rendering;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A card as one format shows it. Every link in it is a click URL.
public sealed interface Rendering {
    /// Format `native`.
    record NativeCard(
            String title,
            @Nullable String subtitle,
            @Nullable String imageUrl,
            @Nullable String imageAltText,
            String disclosure,
            List<Link> actions)
            implements Rendering {
        public NativeCard {
            actions = List.copyOf(actions);
        }
    }

    /// Format `botplatform`. The disclosure leads the subtitle.
    record PlatformCard(
            String title, String subtitle, @Nullable String imageUri, List<Link> buttons)
            implements Rendering {
        public PlatformCard {
            buttons = List.copyOf(buttons);
        }
    }

    /// Format `sms`.
    ///
    /// @param segments how many messages of the mobile network carry the text
    record TextMessage(String text, int segments) implements Rendering {
        public TextMessage {
            requireNonNull(text, "text is null");
        }
    }

    /// A label and the click URL behind it.
    record Link(String text, String clickUrl) {}
}
