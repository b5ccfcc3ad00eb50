package io.interlude.domain.matching;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.selection.NoFillReason;
import io.interlude.domain.selection.SelectionRule;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One of the counts that a request which served nothing is in, beside that of all of them. There
/// are few, so that a report cell stays small.
public sealed interface NoFillCause {
    /// The name of the count in report cells and corrections.
    String key();

    /// The no-fill has this reason.
    record OfReason(NoFillReason reason) implements NoFillCause {
        public OfReason {
            requireNonNull(reason, "reason is null");
        }

        @Override
        public String key() {
            return "reason." + reason.wireName();
        }
    }

    /// No candidate came further than to this rule.
    ///
    /// @param rule null when there was no candidate
    record OfRule(@Nullable SelectionRule rule) implements NoFillCause {
        /// As clients see it, `no_candidate` without a rule.
        public String wireName() {
            return rule == null ? "no_candidate" : rule.wireName();
        }

        @Override
        public String key() {
            return "rule." + wireName();
        }

        /// Whether a candidate was in flight.
        public boolean eligible() {
            return rule != null && rule != SelectionRule.FLIGHT;
        }

        /// Whether targeting and dayparts of a candidate let the request pass.
        public boolean matched() {
            return rule != null && rule.compareTo(SelectionRule.DAYPART) > 0;
        }
    }

    /// The record has fewer verdicts than there were candidates, and those do not tell whether the
    /// request matched.
    record Undecided() implements NoFillCause {
        @Override
        public String key() {
            return "undecided";
        }
    }

    /// What a no-fill is counted under.
    ///
    /// @param furthest the last rule that any candidate came to; null without a candidate
    /// @param cut whether there were more candidates than verdicts
    static Set<NoFillCause> of(NoFillReason reason, @Nullable SelectionRule furthest, boolean cut) {
        OfRule rule = new OfRule(furthest);
        Set<NoFillCause> causes = new LinkedHashSet<>();
        causes.add(new OfReason(reason));
        causes.add(rule);
        if (cut && !rule.matched()) {
            causes.add(new Undecided());
        }
        return causes;
    }

    /// The cause with this key; empty for a key that no version has written so far.
    static Optional<NoFillCause> ofKey(String key) {
        return Optional.ofNullable(Keys.KEY_TO_CAUSE.get(key));
    }

    /// All causes that there are.
    final class Keys {
        private static final Map<String, NoFillCause> KEY_TO_CAUSE =
                Stream.of(
                                Arrays.stream(NoFillReason.values()).map(OfReason::new),
                                Stream.concat(
                                                Stream.<@Nullable SelectionRule>of(
                                                        (SelectionRule) null),
                                                Arrays.stream(SelectionRule.values()))
                                        .map(OfRule::new),
                                Stream.of(new Undecided()))
                        .flatMap(Function.identity())
                        .map(NoFillCause.class::cast)
                        .collect(
                                Collectors.toUnmodifiableMap(
                                        NoFillCause::key, Function.identity()));

        private Keys() {}
    }
}
