package io.interlude.domain.retention;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.domain.identity.HmacSha256;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// One org's keys of all epochs from a first one on. Keys of earlier epochs can no longer be made.
///
/// One secret stands for all of them: that of the first epoch. A keyed hash of it is the epoch's
/// key, and another the secret of the next epoch. The way back would be to invert the hash. So the
/// secret that is kept for the org is replaced by a later one to destroy all keys before that, and
/// no key needs to be agreed upon among processes that write (Bellare, Yee 2003: forward security).
///
/// Safe for use by many threads.
public final class EpochKeys {
    /// Length of the secret from which everything begins.
    public static final int SECRET_BYTES = 32;

    /// Length of [#bytes].
    public static final int BYTES = Integer.BYTES + SECRET_BYTES;

    /// Farther from the first epoch nothing is reckoned: no record can say that of itself.
    private static final int FARTHEST = 2 * RetentionDays.MOST;

    private static final byte[] KEY = "key".getBytes(UTF_8);
    private static final byte[] NEXT = "next".getBytes(UTF_8);

    private final int first;
    private final byte[] secret;
    private final ConcurrentHashMap<Integer, byte[]> epochToKey = new ConcurrentHashMap<>();

    /// @param first epoch that there is a key of
    /// @param secret of that epoch, 32 bytes
    public EpochKeys(int first, byte[] secret) {
        if (first < 0 || secret.length != SECRET_BYTES) {
            throw new IllegalArgumentException(
                    "epoch " + first + " with " + secret.length + " bytes");
        }
        this.first = first;
        this.secret = secret.clone();
    }

    /// The keys that [#bytes] stands for; empty for what is none.
    public static Optional<EpochKeys> of(byte[] bytes) {
        if (bytes.length != BYTES) {
            return Optional.empty();
        }
        ByteBuffer kept = ByteBuffer.wrap(bytes);
        int first = kept.getInt();
        byte[] secret = new byte[SECRET_BYTES];
        kept.get(secret);
        return first < 0 ? Optional.empty() : Optional.of(new EpochKeys(first, secret));
    }

    /// What has to be kept of the keys, and to be kept secret.
    public byte[] bytes() {
        return ByteBuffer.allocate(BYTES).putInt(first).put(secret).array();
    }

    /// The first epoch that there is a key of.
    public int first() {
        return first;
    }

    /// The epoch's key; empty for one before the first, and for one that is centuries later.
    public Optional<byte[]> key(int epoch) {
        if (epoch < first || epoch - first > FARTHEST) {
            return Optional.empty();
        }
        return Optional.of(
                epochToKey.computeIfAbsent(epoch, _ -> new HmacSha256(secretOf(epoch)).of(KEY)));
    }

    /// The same keys without those of the epochs before. Those themselves where there are none.
    public EpochKeys from(int epoch) {
        return epoch <= first ? this : new EpochKeys(epoch, secretOf(epoch));
    }

    private byte[] secretOf(int epoch) {
        byte[] reached = secret;
        for (int at = first; at < epoch; at++) {
            reached = new HmacSha256(reached).of(NEXT);
        }
        return reached;
    }

    /// Nothing of the keys.
    @Override
    public String toString() {
        return "EpochKeys[from " + first + "]";
    }
}
