package io.interlude.fetch.request;

import java.util.Optional;
import java.util.stream.Stream;

/// A part of the decision that a filled answer includes on request.
public enum Include {
    PRICE("price"),
    EXPECTED_VALUE("expectedValue"),
    RELEVANCE("relevance"),
    ADVERTISER("advertiser"),
    /// Where the user reads why; a tag may ask for this alone.
    WHY("why");

    private final String wireName;

    Include(String wireName) {
        this.wireName = wireName;
    }

    static Optional<Include> of(String wireName) {
        return Stream.of(values()).filter(one -> one.wireName.equals(wireName)).findFirst();
    }
}
