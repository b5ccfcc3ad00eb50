package io.interlude.local.broker;

/// The broker could not start; the message is one sentence for the person who started it.
public final class LocalBrokerException extends RuntimeException {

    /// Why a broker does not start.
    public enum Reason {
        /// Another program listens on the client port or on the fixed controller port.
        PORT_BUSY,
        /// Another process has the data folder open.
        FOLDER_IN_USE,
        /// The data folder can't be written or holds something that is not this broker's.
        FOLDER_UNUSABLE,
        /// Anything else; the cause tells.
        NOT_STARTED
    }

    private final Reason reason;

    LocalBrokerException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /// What to tell apart when the message is not enough.
    public Reason reason() {
        return reason;
    }
}
