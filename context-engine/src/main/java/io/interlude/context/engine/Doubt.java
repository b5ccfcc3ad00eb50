package io.interlude.context.engine;

import io.interlude.context.appropriateness.JudgedMoment;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.ContextReading.Understood;
import io.interlude.domain.context.TextReading;

/// Tells where the transformer could come to another answer than the static table did. Where
/// nothing is near, or one line item is far ahead, and the moment is clear, it does not: asked only
/// about the others, it finds as much as if it read everything (see the module's README).
public final class Doubt {
    /// Below it, a line item is not served, whoever reads.
    private static final double FAR = 0.22;

    /// From it on, a line item is served whoever reads, and is first if it leads.
    private static final double NEAR = 0.44;

    private static final double LEAD = 0.1;

    /// Distance from the threshold, in log odds, from which judgements hardly differ.
    private static final double CLEAR = 1.5;

    /// To compare more line items costs as much as to ask.
    private static final int MOST_COMPARED = 2_000;

    private Doubt() {}

    /// Whether a better reader is worth its time.
    public static boolean isLeftBy(ContextReading reading) {
        return reading instanceof Understood understood
                && understood.text().extent() != TextReading.Extent.NONE
                && (isUnclear(understood.judgement()) || mayMatter(understood.similarity()));
    }

    private static boolean isUnclear(ContextReading.Judgement judgement) {
        return judgement instanceof JudgedMoment moment && moment.isWithin(CLEAR);
    }

    private static boolean mayMatter(ContextReading.Similarity similarity) {
        if (!(similarity instanceof LineItemEmbeddings.Similarities similarities)) {
            return false;
        }
        if (similarities.size() > MOST_COMPARED) {
            return true;
        }
        double[] highest = similarities.highestTwo();
        double best = highest[0];
        boolean wins = best >= NEAR && best - highest[1] >= LEAD;
        return best >= FAR && !wins;
    }
}
