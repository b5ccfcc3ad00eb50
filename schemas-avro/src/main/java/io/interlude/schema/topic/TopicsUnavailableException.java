package io.interlude.schema.topic;

/// The brokers did not tell about or make the topics in time. Retriable.
public final class TopicsUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TopicsUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
