package io.interlude.journal.reading;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// The next offset of each partition, from 0. So pages neither repeat nor skip an item, whatever
/// the records' times are. As text it is opaque, three or four characters a partition.
public record JournalCursor(List<Long> offsets) {
    private static final int VERSION = 1;
    private static final int LARGEST_TEXT = 32 * 1_024;
    private static final int PAYLOAD_BITS = 7;
    private static final int PAYLOAD = (1 << PAYLOAD_BITS) - 1;
    private static final int MORE = 1 << PAYLOAD_BITS;

    public JournalCursor {
        offsets = List.copyOf(offsets);
    }

    /// The cursor that the text stands for; nothing for a text that is no cursor.
    public static Optional<JournalCursor> parse(String text) {
        if (text.length() > LARGEST_TEXT) {
            return Optional.empty();
        }
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
            if (bytes.get() != VERSION) {
                return Optional.empty();
            }
            List<Long> offsets = new ArrayList<>();
            while (bytes.hasRemaining()) {
                offsets.add(readVarint(bytes));
            }
            return Optional.of(new JournalCursor(offsets));
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(VERSION);
        offsets.forEach(offset -> writeVarint(offset, bytes));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
    }

    private static void writeVarint(long value, ByteArrayOutputStream bytes) {
        long rest = value;
        while (rest > PAYLOAD) {
            bytes.write((int) (rest & PAYLOAD) | MORE);
            rest >>>= PAYLOAD_BITS;
        }
        bytes.write((int) rest);
    }

    private static long readVarint(ByteBuffer bytes) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE - 1; shift += PAYLOAD_BITS) {
            byte next = bytes.get();
            value |= (long) (next & PAYLOAD) << shift;
            if ((next & MORE) == 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("no offset");
    }
}
