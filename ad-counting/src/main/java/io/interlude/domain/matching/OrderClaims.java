package io.interlude.domain.matching;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.FetchId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The fetches that one order would count for. It counts for the earliest of them; when that one
/// gives it up, since its conversion was taken back or another one took its place, for the next.
///
/// Whatever the order in which claims are heard, the same fetch has the order in the end, because
/// the earliest is chosen and not the first that was heard.
///
/// @param claims in the order in which they are preferred
public record OrderClaims(List<Claim> claims) {
    public static final OrderClaims NONE = new OrderClaims(List.of());

    /// Claims that are kept at most. One behind these can get the order no more.
    public static final int CLAIMS_MAX = 100;

    public OrderClaims {
        claims = List.copyOf(claims);
    }

    /// The claim of a fetch.
    ///
    /// @param claimedAt see [ConversionFold#claims]
    /// @param elsewhere whether the fetch was told that the order counts for another one
    public record Claim(FetchId fetchId, Instant claimedAt, boolean elsewhere) {
        private static final Comparator<Claim> EARLIEST_FIRST =
                Comparator.comparing(Claim::claimedAt)
                        .thenComparing(claim -> claim.fetchId().toString());

        public Claim {
            requireNonNull(fetchId, "fetchId is null");
            requireNonNull(claimedAt, "claimedAt is null");
        }

        private Claim told(boolean isElsewhere) {
            return new Claim(fetchId, claimedAt, isElsewhere);
        }
    }

    /// The claims after a change, and those fetches that have to be told.
    ///
    /// @param told with what they are told
    public record Change(OrderClaims after, List<Claim> told) {
        public Change {
            requireNonNull(after, "after is null");
            told = List.copyOf(told);
        }
    }

    /// The claims, in any order.
    public static OrderClaims of(List<Claim> claims) {
        return new OrderClaims(claims.stream().sorted(Claim.EARLIEST_FIRST).toList());
    }

    /// Whether the fetch claims the order.
    public boolean isOf(FetchId fetchId) {
        return claims.stream().anyMatch(claim -> claim.fetchId().equals(fetchId));
    }

    /// A fetch claims the order, or says anew when it did and what it was told.
    public Change with(Claim claim) {
        List<Claim> others = without(claim.fetchId());
        others.add(claim);
        return settled(others, new ArrayList<>());
    }

    /// A fetch gives the order up. If it was told that the order counts for another one, that is no
    /// more so.
    public Change withdrawn(Claim claim) {
        List<Claim> told = new ArrayList<>();
        boolean wasTold =
                claims.stream()
                        .anyMatch(
                                each -> each.elsewhere() && each.fetchId().equals(claim.fetchId()));
        if (claim.elsewhere() || wasTold) {
            told.add(claim.told(false));
        }
        return settled(without(claim.fetchId()), told);
    }

    private List<Claim> without(FetchId fetchId) {
        List<Claim> others = new ArrayList<>(claims);
        others.removeIf(claim -> claim.fetchId().equals(fetchId));
        return others;
    }

    private static Change settled(List<Claim> claims, List<Claim> told) {
        claims.sort(Claim.EARLIEST_FIRST);
        List<Claim> settled = new ArrayList<>();
        for (Claim claim : claims) {
            Claim now = claim.told(!settled.isEmpty());
            if (!now.equals(claim)) {
                told.add(now);
            }
            settled.add(now);
        }
        return new Change(
                new OrderClaims(settled.subList(0, Math.min(CLAIMS_MAX, settled.size()))), told);
    }
}
