package io.interlude.domain.matching;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// A kind of feedback that a reader can give on an ad.
public enum FeedbackKind {
    /// Nothing of this advertiser any more.
    HIDE,
    NOT_RELEVANT,
    OFFENSIVE,
    REPETITIVE;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /// The kind as clients and the journal spell it, in snake_case.
    public String wireName() {
        return wireName;
    }

    /// The kind of that name.
    public static Optional<FeedbackKind> named(String wireName) {
        return Arrays.stream(values()).filter(kind -> kind.wireName.equals(wireName)).findFirst();
    }
}
