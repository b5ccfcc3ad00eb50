package io.interlude.context.appropriateness;

import io.interlude.domain.suitability.SensitiveCategory;
import java.util.EnumSet;
import java.util.List;

/// A group of sensitive categories with a model, cues and examples of its own, so that what one
/// group learns does not change how the other is judged.
public enum Concern {
    /// A moment that is hard for the user.
    DISTRESS("", SensitiveCategory.ABUSE, SensitiveCategory.SELF_HARM, 0),
    /// Talk beside which brands do not want to be seen. To its model hard moments are ordinary.
    SUITABILITY("suitability-", SensitiveCategory.ADULT, SensitiveCategory.POLITICS, 0.5);

    private final String prefix;
    private final SensitiveCategory first;
    private final SensitiveCategory last;
    private final double caution;

    Concern(String prefix, SensitiveCategory first, SensitiveCategory last, double caution) {
        this.prefix = prefix;
        this.first = first;
        this.last = last;
        this.caution = caution;
    }

    /// The name of its own resource for what the other concerns have too.
    String resource(String name) {
        return prefix + name;
    }

    /// In the order of their kinds in a model.
    List<SensitiveCategory> categories() {
        return List.copyOf(EnumSet.range(first, last));
    }

    /// Whether an example of this category is one of what it looks for.
    boolean covers(Example example) {
        return SensitiveCategory.ofLabel(example.category())
                .filter(categories()::contains)
                .isPresent();
    }

    /// By how much its log odds are lowered before they are compared with the threshold, as one
    /// threshold is used for all concerns.
    double caution() {
        return caution;
    }
}
