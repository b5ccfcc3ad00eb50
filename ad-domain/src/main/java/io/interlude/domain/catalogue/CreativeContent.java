package io.interlude.domain.catalogue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The content that a creative shows.
public sealed interface CreativeContent {
    /// The domains of the addresses that its actions link to, as [DomainName] has them.
    Set<String> domains();

    /// A card with its links; rendered in every format that [AdFormat#showsCard].
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

        @Override
        public Set<String> domains() {
            return actions.stream()
                    .flatMap(action -> DomainName.ofAddress(action.url()).stream())
                    .collect(Collectors.toSet());
        }
    }

    /// A link of a card: its label and its http or https target.
    record CardAction(String text, String url) {}

    /// A flow, as the JSON object that the specification's section 2.4 describes.
    ///
    /// @param domains of the addresses that its actions link to
    record Flow(String json, Set<String> domains) implements CreativeContent {
        public Flow {
            domains = Set.copyOf(domains);
        }

        /// A flow that links to nothing.
        public Flow(String json) {
            this(json, Set.of());
        }
    }
}
