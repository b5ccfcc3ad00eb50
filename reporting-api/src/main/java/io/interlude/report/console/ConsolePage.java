package io.interlude.report.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;

/// A file of the console, held in memory.
final class ConsolePage {
    private static final Map<String, String> CONTENT_TYPES =
            Map.of(
                    "html", "text/html;charset=UTF-8",
                    "css", "text/css;charset=UTF-8",
                    "js", "text/javascript;charset=UTF-8",
                    "svg", "image/svg+xml");

    private final String contentType;
    private final byte[] content;
    private final String etag;

    private ConsolePage(String contentType, byte[] content) {
        this.contentType = contentType;
        this.content = content;
        this.etag = etagOf(content);
    }

    String contentType() {
        return contentType;
    }

    /// The bytes to send; not to be changed.
    byte[] content() {
        return content;
    }

    /// Strong validator: changes exactly when the content does.
    String etag() {
        return etag;
    }

    /// Reads a file of the class path, by its whole name.
    ///
    /// @throws IllegalStateException if there is no such file, or its type has no media type here
    static ConsolePage load(String name) {
        String extension = name.substring(name.lastIndexOf('.') + 1);
        String contentType = Objects.requireNonNullElse(CONTENT_TYPES.get(extension), "");
        try (InputStream file = ConsolePage.class.getResourceAsStream(name)) {
            if (file == null || contentType.isEmpty()) {
                throw new IllegalStateException("not a file of the console: " + name);
            }
            return new ConsolePage(contentType, file.readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String etagOf(byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return '"' + HexFormat.of().formatHex(digest, 0, 12) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
