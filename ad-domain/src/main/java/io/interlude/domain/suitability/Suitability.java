package io.interlude.domain.suitability;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The moments in which a publisher wants no ad. Each field may be left to the next level: an ad
/// unit's to its application, an application's to the org's settings, theirs to [#DEFAULT].
///
/// @param unread treatment of contexts that could not be read; null to leave it open
/// @param decline the categories that decline; null to leave it open
/// @param need least need of an answer by an ad, 0 to 1, at which line items serve that are ranked
///   by relevance; null to leave it open
public record Suitability(
        @Nullable Unread unread, @Nullable Set<SensitiveCategory> decline, @Nullable Double need) {
    /// Leaves everything open.
    public static final Suitability OPEN = new Suitability(null, null, null);

    /// The default where nothing is set: every category declines but politics, and no need is asked
    /// for.
    public static final Suitability DEFAULT =
            new Suitability(
                    Unread.DECLINE,
                    EnumSet.complementOf(EnumSet.of(SensitiveCategory.POLITICS)),
                    0.0);

    public Suitability {
        if (need != null && !(need >= 0 && need <= 1)) {
            throw new IllegalArgumentException("need is not from 0 to 1: " + need);
        }
        decline = decline == null ? null : immutable(decline);
    }

    private static Set<SensitiveCategory> immutable(Set<SensitiveCategory> categories) {
        EnumSet<SensitiveCategory> copy = EnumSet.noneOf(SensitiveCategory.class);
        copy.addAll(categories);
        return Collections.unmodifiableSet(copy);
    }

    /// The treatment of a context that could not be read.
    public enum Unread {
        /// It is not filled.
        DECLINE,
        /// Only line items that need no relevance serve.
        RUN_OF_NETWORK,
        /// It serves like any other.
        SERVE
    }

    /// This, with the fields that it leaves open from another one.
    public Suitability orElse(Suitability further) {
        return new Suitability(
                unread == null ? further.unread : unread,
                decline == null ? further.decline : decline,
                need == null ? further.need : need);
    }
}
