package io.interlude.domain.catalogue;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One version of a creative. Its content never changes: a change makes the next version.
///
/// @param version from 1
/// @param position place in sequential rotation; null for the order of creation
/// @param weight weight in weighted rotation, from 1
/// @param properties extra properties, passed through to the fetch answer
public record CreativeVersion(
        CreativeId id,
        int version,
        LineItemId lineItemId,
        boolean approved,
        @Nullable Integer position,
        Instant createdAt,
        int weight,
        Map<String, String> properties,
        CreativeContent content) {
    public CreativeVersion {
        properties = Map.copyOf(properties);
    }

    /// Whether the content can be rendered in the format: a card in the three card formats, a flow
    /// as flow.
    public boolean renders(AdFormat format) {
        return switch (content) {
            case CreativeContent.Card _ -> format != AdFormat.FLOW;
            case CreativeContent.Flow _ -> format == AdFormat.FLOW;
        };
    }
}
