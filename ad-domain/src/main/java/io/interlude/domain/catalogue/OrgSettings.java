package io.interlude.domain.catalogue;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.conversation.AdLoad;
import io.interlude.domain.money.Exchange;
import io.interlude.domain.suitability.Suitability;
import org.jspecify.annotations.Nullable;

/// The settings of an org that affect its decisions.
///
/// @param suitability in which moments no ad is wanted
/// @param adLoad how many ads a conversation takes; null where they do not say
/// @param blocked what is not advertised anywhere in the org
public record OrgSettings(
        Exchange exchange,
        Ranking ranking,
        Suitability suitability,
        @Nullable AdLoad adLoad,
        Blocked blocked) {
    /// Of an org whose settings say nothing.
    public static final OrgSettings DEFAULT =
            new OrgSettings(
                    Exchange.DEFAULT, Ranking.RELEVANCE, Suitability.OPEN, null, Blocked.NOTHING);

    public OrgSettings {
        requireNonNull(exchange, "exchange is null");
        requireNonNull(ranking, "ranking is null");
        requireNonNull(suitability, "suitability is null");
        requireNonNull(blocked, "blocked is null");
    }
}
