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
    /// @param json without a `creativeId` of its own
    /// @param domains of the addresses that its actions link to
    /// @param links those addresses, in the order of the text
    record Flow(String json, Set<String> domains, List<FlowLink> links) implements CreativeContent {
        public Flow {
            domains = Set.copyOf(domains);
            links = List.copyOf(links);
        }

        /// A flow that links to nothing.
        public Flow(String json) {
            this(json, Set.of(), List.of());
        }
    }

    /// The address that a flow's action links to: a JSON string in the flow's text, with its
    /// quotation marks.
    ///
    /// @param nodeIndex place of the action's node in `nodes`
    /// @param start index of its first character
    /// @param end index after its last
    record FlowLink(int nodeIndex, int start, int end) {}
}
