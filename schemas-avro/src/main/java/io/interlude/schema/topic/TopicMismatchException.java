package io.interlude.schema.topic;

/// Topics exist with another number of partitions than is configured. Nobody but the operator can
/// decide which of the two is right: an event's partition is part of its fetch's id.
public final class TopicMismatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TopicMismatchException(String message) {
        super(message);
    }
}
