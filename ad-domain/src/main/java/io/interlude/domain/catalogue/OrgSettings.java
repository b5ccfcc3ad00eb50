package io.interlude.domain.catalogue;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.context.Suitability;
import io.interlude.domain.money.Exchange;

/// What an org's settings say of its decisions.
///
/// @param suitability in which moments no ad is wanted
public record OrgSettings(Exchange exchange, Ranking ranking, Suitability suitability) {
    /// Of an org whose settings say nothing.
    public static final OrgSettings DEFAULT =
            new OrgSettings(Exchange.DEFAULT, Ranking.RELEVANCE, Suitability.OPEN);

    public OrgSettings {
        requireNonNull(exchange, "exchange is null");
        requireNonNull(ranking, "ranking is null");
        requireNonNull(suitability, "suitability is null");
    }
}
