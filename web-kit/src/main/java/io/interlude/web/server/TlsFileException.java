package io.interlude.web.server;

import org.jspecify.annotations.Nullable;

/// A file of [ServerTls] that cannot be used. The message goes behind the name of its setting, and
/// quotes nothing of the file.
public final class TlsFileException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final Part part;

    /// The file at fault.
    public enum Part {
        CERTIFICATE,
        PRIVATE_KEY
    }

    TlsFileException(Part part, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.part = part;
    }

    public Part part() {
        return part;
    }
}
