package io.interlude.journal.rejected;

import java.util.Optional;
import java.util.regex.Pattern;

/// The place of a refused event in `ads.rejected`. As text it is the opaque id that clients see, so
/// that a refused event is found again without a search.
///
/// @param partition 0 to 4,095
/// @param offset 0 to 2^48 - 1
public record RejectionId(int partition, long offset) {
    private static final int OFFSET_BITS = 48;
    private static final int LARGEST_PARTITION = 4_095;
    private static final Pattern TEXT = Pattern.compile("r[0-9a-z]{1,12}");

    public RejectionId {
        if (partition < 0 || partition > LARGEST_PARTITION) {
            throw new IllegalArgumentException("partition is out of range: " + partition);
        }
        if (offset < 0 || offset >>> OFFSET_BITS != 0) {
            throw new IllegalArgumentException("offset is out of range: " + offset);
        }
    }

    /// The id that the text names; nothing for a text that is no id.
    public static Optional<RejectionId> parse(String text) {
        if (!TEXT.matcher(text).matches()) {
            return Optional.empty();
        }
        long bits = Long.parseLong(text.substring(1), Character.MAX_RADIX);
        long partition = bits >>> OFFSET_BITS;
        if (partition > LARGEST_PARTITION) {
            return Optional.empty();
        }
        RejectionId id = new RejectionId((int) partition, bits & (-1L >>> (64 - OFFSET_BITS)));
        return Optional.of(id).filter(parsed -> parsed.toString().equals(text));
    }

    @Override
    public String toString() {
        return 'r' + Long.toString((long) partition << OFFSET_BITS | offset, Character.MAX_RADIX);
    }
}
