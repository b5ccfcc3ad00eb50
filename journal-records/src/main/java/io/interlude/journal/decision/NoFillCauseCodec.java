package io.interlude.journal.decision;

import io.interlude.domain.matching.NoFillCause;
import io.interlude.domain.selection.NoFillReason;
import io.interlude.domain.selection.SelectionRule;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.CandidateVerdict;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads from a record of `ads.no-fills` what it is counted under.
public final class NoFillCauseCodec {
    private NoFillCauseCodec() {}

    /// What the no-fill is counted under; nothing when its reason or a rule is none that there is.
    public static Set<NoFillCause> read(AdNotFilled event) {
        try {
            return causes(event);
        } catch (IllegalArgumentException _) {
            return Set.of();
        }
    }

    private static Set<NoFillCause> causes(AdNotFilled event) {
        @Nullable SelectionRule furthest = null;
        for (CandidateVerdict verdict : event.getCandidates()) {
            SelectionRule rule = SelectionRule.ofWireName(verdict.getRule());
            furthest = furthest == null || rule.compareTo(furthest) > 0 ? rule : furthest;
        }
        boolean cut =
                event.getState() != null
                        && event.getState().getCandidateCount() > event.getCandidates().size();
        return NoFillCause.of(
                NoFillReason.valueOf(event.getReason().toUpperCase(Locale.ROOT)), furthest, cut);
    }
}
