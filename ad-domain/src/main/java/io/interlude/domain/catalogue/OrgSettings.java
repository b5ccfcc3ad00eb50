package io.interlude.domain.catalogue;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.money.Exchange;
import io.interlude.domain.suitability.Suitability;

/// What an org's settings say of its decisions.
///
/// @param suitability in which moments no ad is wanted
/// @param blocked what is not advertised anywhere in the org
public record OrgSettings(
        Exchange exchange, Ranking ranking, Suitability suitability, Blocked blocked) {
    /// Of an org whose settings say nothing.
    public static final OrgSettings DEFAULT =
            new OrgSettings(Exchange.DEFAULT, Ranking.RELEVANCE, Suitability.OPEN, Blocked.NOTHING);

    public OrgSettings {
        requireNonNull(exchange, "exchange is null");
        requireNonNull(ranking, "ranking is null");
        requireNonNull(suitability, "suitability is null");
        requireNonNull(blocked, "blocked is null");
    }
}
