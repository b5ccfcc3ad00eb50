package io.interlude.flow;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A node that can be presented: what it must have is there and of its type.
sealed interface PayloadNode {
    String id();

    /// Where the walk goes on by itself; null where it waits or ends.
    default @Nullable String next() {
        return null;
    }

    record Message(
            String id,
            String text,
            @Nullable String smsText,
            @Nullable String imageUrl,
            @Nullable String imageAltText,
            @Nullable String next)
            implements PayloadNode {
        Presented presented(Surface surface) {
            return new Presented.Message(
                    id, wording(surface, text, smsText), imageUrl, imageAltText);
        }
    }

    record ChoiceSet(
            String id,
            String prompt,
            @Nullable String smsPrompt,
            List<Choice> choices,
            List<IntentEdge> intents,
            @Nullable String noMatchTarget)
            implements PayloadNode {
        Presented.Choices presented(Surface surface, boolean again) {
            List<Presented.Offer> offers = new ArrayList<>();
            for (Choice choice : choices) {
                offers.add(new Presented.Offer(choice.id(), choice.label(), offers.size() + 1));
            }
            return new Presented.Choices(id, wording(surface, prompt, smsPrompt), offers, again);
        }
    }

    /// A labelled edge.
    ///
    /// @param target null when it names no node
    record Choice(String id, String label, @Nullable String target) {}

    /// A natural-language edge.
    ///
    /// @param target null when it names no node
    record IntentEdge(Intent intent, @Nullable String target) {}

    /// A link_out or a handoff.
    record LinkAction(String id, boolean handoff, @Nullable String text, String label, String url)
            implements PayloadNode {
        Presented presented() {
            return handoff
                    ? new Presented.Handoff(id, text, label, url)
                    : new Presented.Link(id, text, label, url);
        }
    }

    /// A conversion.
    ///
    /// @param next null when the flow ends here
    record Conversion(String id, @Nullable String text, @Nullable String next)
            implements PayloadNode {}

    record End(String id, @Nullable String text) implements PayloadNode {}

    private static String wording(Surface surface, String text, @Nullable String smsText) {
        return surface == Surface.SMS && smsText != null ? smsText : text;
    }
}
