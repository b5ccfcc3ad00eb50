package io.interlude.journal.append;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Reads the event id of a journal record without its schema: every one begins with it.
public final class EventIdReader {
    private static final int WIRE_HEADER_BYTES = 5;
    private static final int ID_LENGTH = 36;

    private EventIdReader() {}

    /// The id; empty if these are not a journal record's bytes, or none at all.
    public static Optional<UUID> read(byte @Nullable [] value) {
        if (value == null || value.length < WIRE_HEADER_BYTES || value[0] != 0) {
            return Optional.empty();
        }
        ByteBuffer buffer =
                ByteBuffer.wrap(value, WIRE_HEADER_BYTES, value.length - WIRE_HEADER_BYTES);
        try {
            // Avro writes a length as a zigzag number; that of an id takes one byte.
            if (buffer.get() != ID_LENGTH << 1) {
                return Optional.empty();
            }
            byte[] text = new byte[ID_LENGTH];
            buffer.get(text);
            return Optional.of(UUID.fromString(new String(text, StandardCharsets.US_ASCII)));
        } catch (BufferUnderflowException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
