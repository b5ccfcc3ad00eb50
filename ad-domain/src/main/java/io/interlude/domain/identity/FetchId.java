package io.interlude.domain.identity;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/// The id of a fetch: `native-` and a UUIDv8 (RFC 9562) that says when and in which journal
/// partition it was made, and carries a keyed proof of it. Parsing checks the form only;
/// [FetchIdProof] the proof.
///
/// Layout: 48 bits Unix milliseconds, 4 version, 12 partition, 2 variant, 26 sequence, 36 proof.
public record FetchId(UUID uuid) {
    public static final String PREFIX = "native-";

    /// Partition number that marks a sandbox fetch, and so the largest partition count.
    public static final int SANDBOX_PARTITION = 4_095;

    private static final Pattern UUID_V8 =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");

    /// The id that the text spells, if it has the form of one.
    public static Optional<FetchId> parse(String text) {
        if (!text.startsWith(PREFIX)) {
            return Optional.empty();
        }
        String uuid = text.substring(PREFIX.length()).toLowerCase(Locale.ROOT);
        return UUID_V8.matcher(uuid).matches()
                ? Optional.of(new FetchId(UUID.fromString(uuid)))
                : Optional.empty();
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
