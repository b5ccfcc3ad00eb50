package io.interlude.domain.identity;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/// The id of a fetch: `native-` and a UUIDv8 (RFC 9562) that says when and in which journal
/// partition it was made, and carries a keyed proof of it. Parsing checks the form only;
/// [FetchIdProof] the proof.
///
/// Layout: 48 bits Unix milliseconds, 4 version, 12 partition, 2 variant, 26 hidden sequence, 36
/// proof.
public record FetchId(UUID uuid) {
    public static final String PREFIX = "native-";

    /// Partition number that marks a sandbox fetch, and so the largest partition count.
    public static final int SANDBOX_PARTITION = 4_095;

    private static final int LENGTH = PREFIX.length() + 36;
    private static final int VERSION = 8;
    private static final int VARIANT = 2;

    /// The id that the text spells, if it has the form of one.
    public static Optional<FetchId> parse(String text) {
        if (text.length() != LENGTH || !text.startsWith(PREFIX)) {
            return Optional.empty();
        }
        String spelled = text.substring(PREFIX.length()).toLowerCase(Locale.ROOT);
        try {
            UUID uuid = UUID.fromString(spelled);
            // The JDK takes other forms, too.
            return uuid.version() == VERSION
                            && uuid.variant() == VARIANT
                            && uuid.toString().equals(spelled)
                    ? Optional.of(new FetchId(uuid))
                    : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// When the fetch was made.
    public Instant madeAt() {
        return Instant.ofEpochMilli(uuid.getMostSignificantBits() >>> 16);
    }

    /// The journal partition of the fetch and of every event that belongs to it.
    public int partition() {
        return (int) (uuid.getMostSignificantBits() & 0xFFF);
    }

    public boolean sandbox() {
        return partition() == SANDBOX_PARTITION;
    }

    @Override
    public String toString() {
        return PREFIX + uuid;
    }
}
