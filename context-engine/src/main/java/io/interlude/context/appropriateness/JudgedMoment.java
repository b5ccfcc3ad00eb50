package io.interlude.context.appropriateness;

import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.SensitiveCategory;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a classifier made of a moment, before it is known which categories count. Holds no word of
/// it. Immutable.
public final class JudgedMoment implements ContextReading.Judgement {
    private final List<double[]> views;
    private final double threshold;

    /// @param views how strongly each view of the moment speaks for each kind, at least one
    JudgedMoment(List<double[]> views, double threshold) {
        this.views = views;
        this.threshold = threshold;
    }

    /// The judgement with every category.
    public Appropriateness judgement() {
        return judgement(EnumSet.allOf(SensitiveCategory.class));
    }

    /// Of all views the most sensitive counts.
    private Appropriateness judgement(Set<SensitiveCategory> among) {
        Appropriateness judgement = AppropriatenessModel.judge(views.getFirst(), among, threshold);
        for (double[] view : views) {
            Appropriateness other = AppropriatenessModel.judge(view, among, threshold);
            judgement = other.score() > judgement.score() ? other : judgement;
        }
        return judgement;
    }

    @Override
    public @Nullable SensitiveCategory category(Set<SensitiveCategory> among) {
        if (among.isEmpty()) {
            return null;
        }
        Appropriateness judgement = judgement(among);
        return judgement.declined() ? judgement.category() : null;
    }
}
