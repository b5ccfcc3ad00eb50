package io.interlude.report.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.report.audit.ManifestFindings.BrokenHour;
import io.interlude.report.audit.SealedPartition.Hashes;
import io.interlude.report.audit.SealedPartition.Sealed;
import io.interlude.schema.HourSealed;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/// Holds the journal against its manifests, in the same reading in which an audit counts it. It
/// shares no code with what makes the manifests, as an audit shares none with what makes the
/// numbers. Holds about 200 bytes for each manifest. Used by one thread, for one audit.
public final class ManifestCheck implements RecordTap {
    private static final int BROKEN_MAX = 1_000;

    private final Map<TopicPartition, SealedPartition> placeToPartition = new HashMap<>();
    private final Signatures signatures;

    /// Gives the manifests to a taker, in the order in which they were made.
    @FunctionalInterface
    public interface Manifests {
        void forEach(Consumer<? super HourSealed> taker);
    }

    /// Verifies signatures.
    @FunctionalInterface
    public interface Signatures {
        boolean hold(String keyId, String text, String signature);
    }

    private ManifestCheck(Signatures signatures) {
        this.signatures = signatures;
    }

    /// A check against all manifests that there are now. Blocks.
    public static ManifestCheck of(Manifests manifests, Signatures signatures) {
        ManifestCheck check = new ManifestCheck(signatures);
        Map<TopicPartition, String> placeToHash = new HashMap<>();
        manifests.forEach(manifest -> check.add(manifest, placeToHash));
        return check;
    }

    /// A check without manifests.
    public static ManifestCheck none() {
        return of(_ -> {}, (_, _, _) -> false);
    }

    private void add(HourSealed manifest, Map<TopicPartition, String> placeToHash) {
        TopicPartition place = new TopicPartition(manifest.getTopic(), manifest.getPartition());
        // One text for both ends of a link takes half of the memory.
        String before = placeToHash.getOrDefault(place, "");
        String named = manifest.getPreviousHash();
        placeToHash.put(place, manifest.getHash());
        partition(place)
                .add(
                        new Sealed(
                                manifest.getHour(),
                                manifest.getFirstOffset(),
                                manifest.getLastOffset(),
                                manifest.getCount(),
                                new Hashes(
                                        named.equals(before) ? before : named, manifest.getHash()),
                                isSigned(manifest)));
    }

    private boolean isSigned(HourSealed manifest) {
        StringBuilder range = new StringBuilder();
        range.append("firstOffset=").append(manifest.getFirstOffset()).append('\n');
        range.append("lastOffset=").append(manifest.getLastOffset()).append('\n');
        range.append("count=").append(manifest.getCount()).append('\n');
        range.append("salt=").append(manifest.getRangeSalt());
        StringBuilder text = new StringBuilder("interlude-manifest-1\n");
        text.append("topic=").append(manifest.getTopic()).append('\n');
        text.append("partition=").append(manifest.getPartition()).append('\n');
        text.append("hour=").append(manifest.getHour().toEpochMilli()).append('\n');
        text.append("range=").append(sha256(range.toString())).append('\n');
        text.append("previousHash=").append(manifest.getPreviousHash()).append('\n');
        text.append("hash=").append(manifest.getHash()).append('\n');
        text.append("sealedAt=").append(manifest.getSealedAt().toEpochMilli()).append('\n');
        text.append("keyId=").append(manifest.getKeyId());
        return signatures.hold(manifest.getKeyId(), text.toString(), manifest.getSignature());
    }

    /// Obtained here: the check shares no code, and so no mistake, with what seals the hours.
    private static String sha256(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private SealedPartition partition(TopicPartition place) {
        return placeToPartition.computeIfAbsent(place, SealedPartition::new);
    }

    @Override
    public void begin(Map<TopicPartition, Long> starts) {
        starts.forEach((place, offset) -> partition(place).begin(offset));
    }

    @Override
    public void add(ConsumerRecord<String, byte[]> found) {
        partition(new TopicPartition(found.topic(), found.partition())).add(found);
    }

    /// What came of it. Call once, after all records.
    public ManifestFindings findings() {
        long verified = 0;
        long unsealed = 0;
        long notAvailable = 0;
        List<BrokenHour> broken = new ArrayList<>();
        for (SealedPartition partition : placeToPartition.values()) {
            partition.end();
            verified += partition.verified();
            unsealed += partition.unsealed();
            notAvailable += partition.notAvailable();
            broken.addAll(partition.broken());
        }
        broken.sort(
                Comparator.comparing(BrokenHour::hour)
                        .thenComparing(BrokenHour::topic)
                        .thenComparingInt(BrokenHour::partition));
        return new ManifestFindings(
                verified,
                unsealed,
                notAvailable,
                broken.subList(0, Math.min(broken.size(), BROKEN_MAX)),
                broken.size());
    }
}
