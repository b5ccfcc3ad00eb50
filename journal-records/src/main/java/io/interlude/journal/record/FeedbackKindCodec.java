package io.interlude.journal.record;

import io.interlude.schema.FeedbackKind;

/// The kind of a reader's feedback, between Avro and the domain.
public final class FeedbackKindCodec {
    private FeedbackKindCodec() {}

    /// The kind of a record.
    ///
    /// @throws IllegalArgumentException for a kind of a later version
    public static io.interlude.domain.matching.FeedbackKind read(FeedbackKind kind) {
        return switch (kind) {
            case hide -> io.interlude.domain.matching.FeedbackKind.HIDE;
            case not_relevant -> io.interlude.domain.matching.FeedbackKind.NOT_RELEVANT;
            case offensive -> io.interlude.domain.matching.FeedbackKind.OFFENSIVE;
            case repetitive -> io.interlude.domain.matching.FeedbackKind.REPETITIVE;
            case UNKNOWN ->
                    throw new IllegalArgumentException(
                            "feedback is of a kind that this version does not know");
        };
    }

    /// The kind as records have it.
    public static FeedbackKind write(io.interlude.domain.matching.FeedbackKind kind) {
        return switch (kind) {
            case HIDE -> FeedbackKind.hide;
            case NOT_RELEVANT -> FeedbackKind.not_relevant;
            case OFFENSIVE -> FeedbackKind.offensive;
            case REPETITIVE -> FeedbackKind.repetitive;
        };
    }
}
