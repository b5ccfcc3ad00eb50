package io.interlude.flow;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Something to show, in the advertiser's words, which must not be changed.
public sealed interface Presented {
    /// Says that this is an advertisement, and whose. Leads every walk; must be shown.
    record Disclosure(String text) implements Presented {}

    /// A message node.
    record Message(
            String nodeId, String text, @Nullable String imageUrl, @Nullable String imageAltText)
            implements Presented {}

    /// A choice-set node.
    ///
    /// @param again whether it was shown before, and a text has matched nothing since
    record Choices(String nodeId, String text, List<Offer> choices, boolean again)
            implements Presented {
        public Choices {
            choices = List.copyOf(choices);
        }
    }

    /// One choice.
    ///
    /// @param number its number in the list, from 1
    record Offer(String id, String label, int number) {}

    /// A link to the advertiser; its URL counts the click.
    record Link(String nodeId, @Nullable String text, String label, String url)
            implements Presented {}

    /// A link to the advertiser's own conversation. Following it is the input [Input.Activate].
    record Handoff(String nodeId, @Nullable String text, String label, String url)
            implements Presented {}

    /// The closing copy of an end or a conversion.
    record Closing(String nodeId, @Nullable String text) implements Presented {}
}
