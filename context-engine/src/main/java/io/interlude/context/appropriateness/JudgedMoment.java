package io.interlude.context.appropriateness;

import io.interlude.domain.context.ContextReading;
import io.interlude.domain.suitability.SensitiveCategory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A classifier's judgement of a moment, before it is known which categories count. Holds no word
/// of it. Immutable.
public final class JudgedMoment implements ContextReading.Judgement {
    private final List<View> views;
    private final double threshold;

    /// @param views at least one
    JudgedMoment(List<View> views, double threshold) {
        this.views = views;
        this.threshold = threshold;
    }

    /// The evidence of one view of the moment for each kind of a concern's model.
    static final class View {
        private final Concern concern;
        private final double[] lines;

        View(Concern concern, double[] lines) {
            this.concern = concern;
            this.lines = lines;
        }

        View with(View other) {
            double[] means = new double[lines.length];
            Arrays.setAll(means, kind -> (lines[kind] + other.lines[kind]) / 2);
            return new View(concern, means);
        }
    }

    /// The judgement of two classifiers that were taught the same kinds by the same examples: the
    /// mean of what speaks for each kind. Their mistakes differ, so together they make fewer. This
    /// one's threshold is that of both.
    public JudgedMoment with(JudgedMoment other) {
        if (views.size() != other.views.size()) {
            throw new IllegalArgumentException("they looked at different things");
        }
        List<View> both = new ArrayList<>();
        for (int i = 0; i < views.size(); i++) {
            both.add(views.get(i).with(other.views.get(i)));
        }
        return new JudgedMoment(both, threshold);
    }

    /// True if the log odds are less than so much from the threshold, on either side.
    public boolean isWithin(double distance) {
        return Math.abs(judgement().score() - threshold) < distance;
    }

    /// The judgement with every category.
    public Appropriateness judgement() {
        return judgement(EnumSet.allOf(SensitiveCategory.class)).orElseThrow();
    }

    /// Of all views the most sensitive counts; empty when none of the categories was looked for.
    private Optional<Appropriateness> judgement(Set<SensitiveCategory> among) {
        return views.stream()
                .filter(view -> !Collections.disjoint(view.concern.categories(), among))
                .map(view -> AppropriatenessModel.judge(view.concern, view.lines, among, threshold))
                .max(Comparator.comparingDouble(Appropriateness::score));
    }

    @Override
    public @Nullable SensitiveCategory category(Set<SensitiveCategory> among) {
        return judgement(among)
                .filter(Appropriateness::declined)
                .map(Appropriateness::category)
                .orElse(null);
    }
}
