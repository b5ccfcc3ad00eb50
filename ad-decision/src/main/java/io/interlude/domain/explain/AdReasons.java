package io.interlude.domain.explain;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.context.ContextReading;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.domain.selection.SelectionRule;
import io.interlude.domain.selection.SelectionVerdict;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// The reasons why a reader sees an ad, short enough for its link to carry.
///
/// @param chosenBy the first thing that told the ad from the others
/// @param used inputs of the decision
public record AdReasons(ChosenBy chosenBy, Set<Used> used) {
    private static final int CHOICE_BITS = 2;
    private static final int CHOICE_MASK = (1 << CHOICE_BITS) - 1;

    public AdReasons {
        requireNonNull(chosenBy, "chosenBy is null");
        used = Set.copyOf(used);
    }

    /// The first thing that told the ad from the others.
    public enum ChosenBy {
        /// Its relevance to the conversation.
        CONVERSATION("conversation"),
        /// It is booked for the ad unit, and nothing else came as near.
        AD_UNIT("adUnit"),
        /// Several were as good, and a draw picked one.
        CHANCE("chance");

        private final String wireName;

        ChosenBy(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }
    }

    /// An input of a decision.
    public enum Used {
        AD_UNIT("adUnit"),
        /// The text of the conversation.
        CONVERSATION("conversation"),
        /// The application's facts of the request, such as a country.
        ATTRIBUTES("attributes"),
        /// The ads that the subscriber was served, or has hidden.
        SUBSCRIBER("subscriber");

        private final String wireName;

        Used(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }

        private int bit() {
            return 1 << (CHOICE_BITS + List.of(values()).indexOf(this));
        }
    }

    /// Of an ad that was just decided on.
    ///
    /// @param subscriber true if the request has one
    public static AdReasons of(
            SelectionInput input, SelectionOutcome.Served served, boolean subscriber) {
        Set<Used> used = EnumSet.of(Used.AD_UNIT);
        if (input.moment().context() instanceof ContextReading.Understood) {
            used.add(Used.CONVERSATION);
        }
        if (!input.attributes().values().isEmpty()) {
            used.add(Used.ATTRIBUTES);
        }
        if (subscriber) {
            used.add(Used.SUBSCRIBER);
        }
        return new AdReasons(chosenBy(served.verdicts()), used);
    }

    private static ChosenBy chosenBy(List<SelectionVerdict> verdicts) {
        SelectionVerdict winner = verdicts.getFirst();
        if (winner.knownRelevance().isPresent()) {
            return ChosenBy.CONVERSATION;
        }
        boolean drawn =
                verdicts.stream()
                        .filter(verdict -> verdict.brokenRule() == SelectionRule.OUTRANKED)
                        .anyMatch(verdict ->
                                Double.compare(verdict.urgency(), winner.urgency()) == 0);
        return drawn ? ChosenBy.CHANCE : ChosenBy.AD_UNIT;
    }

    /// The reasons as a number from 0 to 255, which [#ofBits] reads.
    public int bits() {
        int bits = List.of(ChosenBy.values()).indexOf(chosenBy);
        for (Used one : used) {
            bits |= one.bit();
        }
        return bits;
    }

    /// The reasons that the number stands for.
    ///
    /// @throws IllegalArgumentException if it stands for none
    public static AdReasons ofBits(int bits) {
        int choice = bits & CHOICE_MASK;
        if (choice >= ChosenBy.values().length) {
            throw new IllegalArgumentException("no reasons: " + bits);
        }
        Set<Used> used = EnumSet.noneOf(Used.class);
        for (Used one : Used.values()) {
            if ((bits & one.bit()) != 0) {
                used.add(one);
            }
        }
        return new AdReasons(ChosenBy.values()[choice], used);
    }
}
