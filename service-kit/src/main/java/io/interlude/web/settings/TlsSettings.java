package io.interlude.web.settings;

import io.interlude.web.server.ServerTls;
import io.interlude.web.server.TlsFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Settings `interlude.http.tls.*`: both or neither. Their files are tried here, so that what is
/// wrong with them is told before anything starts.
///
/// @param certificate PEM file: the server's certificate, then those that lead to the authority
/// @param privateKey PEM file: the key of the first certificate, in PKCS #8, not encrypted
public record TlsSettings(@Nullable Path certificate, @Nullable Path privateKey) {
    private static final String CERTIFICATE = "tls.certificate ";
    private static final String PRIVATE_KEY = "tls.private-key ";

    public TlsSettings {
        InvalidSettingsException.throwIfAny(violations(certificate, privateKey));
    }

    private static List<String> violations(@Nullable Path certificate, @Nullable Path privateKey) {
        if (certificate == null) {
            return List.of(CERTIFICATE + "is missing: give it with tls.private-key");
        }
        if (privateKey == null) {
            return List.of(PRIVATE_KEY + "is missing: give it with tls.certificate");
        }
        try {
            var _ = ServerTls.read(certificate, privateKey);
            return List.of();
        } catch (TlsFileException e) {
            return List.of(name(e.part()) + e.getMessage());
        }
    }

    private static String name(TlsFileException.Part part) {
        return switch (part) {
            case CERTIFICATE -> CERTIFICATE;
            case PRIVATE_KEY -> PRIVATE_KEY;
        };
    }

    /// What a server speaks TLS with.
    ///
    /// @throws TlsFileException if the files are no longer what they were
    public ServerTls serverTls() {
        if (certificate == null || privateKey == null) {
            throw new IllegalStateException("the constructor refuses one without the other");
        }
        return ServerTls.read(certificate, privateKey);
    }
}
