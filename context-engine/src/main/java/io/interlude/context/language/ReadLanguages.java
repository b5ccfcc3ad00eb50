package io.interlude.context.language;

import io.interlude.domain.context.TextReading;
import java.util.Collection;
import java.util.Set;

/// The languages that a reader reads. Immutable.
///
/// @param tags BCP 47 primary tags, or `*` for every language that is recognised
public record ReadLanguages(Set<String> tags) {
    /// What the readers that ship read.
    public static final ReadLanguages ENGLISH = new ReadLanguages(Set.of("en"));

    private static final String EVERY = "*";

    public ReadLanguages {
        tags = Set.copyOf(tags);
        if (tags.isEmpty()) {
            throw new IllegalArgumentException("no language is read");
        }
        if (!tags.stream().allMatch(tag -> tag.matches("\\*|[a-z]{2,3}"))) {
            throw new IllegalArgumentException("not a primary tag of two or three letters, or *");
        }
    }

    /// Of the given tags.
    public ReadLanguages(Collection<String> tags) {
        this(Set.copyOf(tags));
    }

    /// Whether every language that is recognised is read.
    public boolean isEvery() {
        return tags.contains(EVERY);
    }

    /// Whether texts of this language are read. What is in none that is recognised never is.
    public boolean contains(String tag) {
        return !tag.equals(TextReading.UNDETERMINED) && (isEvery() || tags.contains(tag));
    }
}
