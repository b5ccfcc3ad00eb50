package io.interlude.report.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.report.audit.ManifestFindings.BrokenHour;
import io.interlude.report.audit.ManifestFindings.Damage;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// Holds one partition's records against its manifests: each hour is hashed anew from the hash that
/// its manifest begins with, so that damage is told of the hour in which it is and of no other.
/// Used by one thread.
final class SealedPartition {
    private static final String BEFORE_THE_FIRST = "0".repeat(64);
    private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();

    private final TopicPartition place;
    private final List<Sealed> manifests = new ArrayList<>();
    private final Set<Long> unsealedHours = new HashSet<>();
    private final List<BrokenHour> broken = new ArrayList<>();
    private final MessageDigest digest = sha256();
    private final DataOutputStream hashed =
            new DataOutputStream(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
    private long begin;
    private int current;
    private byte @Nullable [] link;
    private long counted;
    private long strays;
    private long verified;
    private long notAvailable;

    /// A manifest, as far as it is compared.
    ///
    /// @param signed whether its signature holds
    record Sealed(Instant hour, long first, long last, long count, Hashes hashes, boolean signed) {}

    /// @param before the hash of the partition's manifest before
    record Hashes(String before, String own) {}

    SealedPartition(TopicPartition place) {
        this.place = place;
    }

    /// Adds the next manifest; all come before the first record.
    void add(Sealed manifest) {
        manifests.add(manifest);
    }

    /// The partition's first offset; what was before is deleted.
    void begin(long offset) {
        begin = offset;
    }

    void add(ConsumerRecord<String, byte[]> found) {
        while (current < manifests.size() && found.offset() > manifests.get(current).last()) {
            judge();
        }
        if (current == manifests.size()) {
            unsealedHours.add(Math.floorDiv(found.timestamp(), HOUR_MILLIS));
        } else if (found.offset() < manifests.get(current).first()) {
            strays++;
        } else {
            hash(found);
            counted++;
        }
    }

    private void hash(ConsumerRecord<String, byte[]> found) {
        byte[] before = link;
        @Nullable String key = found.key();
        try {
            hashed.write(before == null ? beginning(manifests.get(current)) : before);
            hashed.writeLong(found.offset());
            hashed.writeLong(found.timestamp());
            write(key == null ? null : key.getBytes(UTF_8));
            write(found.value());
        } catch (IOException e) {
            throw new UncheckedIOException("nothing is written anywhere", e);
        }
        link = digest.digest();
    }

    private static byte[] beginning(Sealed manifest) {
        try {
            return HexFormat.of().parseHex(manifest.hashes().before());
        } catch (IllegalArgumentException _) {
            // Then its signature is none either.
            return new byte[0];
        }
    }

    private void write(byte @Nullable [] part) throws IOException {
        hashed.writeInt(part == null ? -1 : part.length);
        if (part != null) {
            hashed.write(part);
        }
    }

    /// Ends the current hour.
    private void judge() {
        Sealed manifest = manifests.get(current);
        Damage damage = damage(manifest);
        if (damage != null) {
            broken.add(
                    new BrokenHour(
                            place.topic(),
                            place.partition(),
                            manifest.hour(),
                            manifest.first(),
                            manifest.last(),
                            damage));
        } else if (manifest.first() < begin) {
            notAvailable++;
        } else {
            verified++;
        }
        current++;
        link = null;
        counted = 0;
        strays = 0;
    }

    private @Nullable Damage damage(Sealed manifest) {
        if (!manifest.signed()) {
            return Damage.SIGNATURE;
        }
        Damage misplaced = misplaced(manifest);
        if (misplaced != null || manifest.first() < begin) {
            return misplaced;
        }
        if (counted != manifest.count()) {
            return counted < manifest.count() ? Damage.MISSING_RECORDS : Damage.ADDED_RECORDS;
        }
        byte[] last = link;
        boolean same =
                last != null && HexFormat.of().formatHex(last).equals(manifest.hashes().own());
        return same ? null : Damage.ALTERED;
    }

    /// What is wrong between this manifest and the one before it.
    private @Nullable Damage misplaced(Sealed manifest) {
        @Nullable Sealed before = current == 0 ? null : manifests.get(current - 1);
        String expected = before == null ? BEFORE_THE_FIRST : before.hashes().own();
        long end = before == null ? -1 : before.last();
        if (!manifest.hashes().before().equals(expected)) {
            boolean unclaimed = before == null || strays > 0;
            return unclaimed ? Damage.MANIFEST_MISSING : Damage.CHAIN;
        }
        if (manifest.first() <= end
                || (before != null && !manifest.hour().isAfter(before.hour()))) {
            return Damage.CHAIN;
        }
        return strays > 0 ? Damage.ADDED_RECORDS : null;
    }

    /// Ends the hours that have no records after them. Call once, last.
    void end() {
        while (current < manifests.size()) {
            judge();
        }
    }

    long verified() {
        return verified;
    }

    long unsealed() {
        return unsealedHours.size();
    }

    long notAvailable() {
        return notAvailable;
    }

    List<BrokenHour> broken() {
        return List.copyOf(broken);
    }

    /// Obtained here: the check shares no code, and so no mistake, with what seals the hours.
    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
