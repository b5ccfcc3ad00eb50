package io.interlude.state.transport;

import java.net.URI;

/// No process answers at an instance's address, or not in this protocol. One that is only slow is
/// not gone.
public final class InstanceGoneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InstanceGoneException(URI url, Throwable cause) {
        super("no instance of the aggregator answers at " + url, cause, false, false);
    }
}
