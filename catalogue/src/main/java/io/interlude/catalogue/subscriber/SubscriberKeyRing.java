package io.interlude.catalogue.subscriber;

import io.interlude.catalogue.pseudonym.KeyPage;
import io.interlude.catalogue.pseudonym.Puncture;
import io.interlude.catalogue.pseudonym.SubscriberKeys;
import io.interlude.catalogue.pseudonym.TreeNode;
import io.interlude.catalogue.subscriber.SecretWrapping.Wrapped;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.domain.retention.EpochKeys;
import io.interlude.journal.projection.RecordListener;
import io.interlude.journal.retention.RetentionKeys;
import io.interlude.schema.SubscriberKeyNode;
import io.interlude.schema.topic.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// Every org's subscriber keys, from `catalogue.subscriber-keys`. One thread writes, any number
/// read.
///
/// A secret that is missing means that a subscriber was erased. So changes show only once the
/// reader stands at the topic's end, and not halfway through a puncture or the remains of several
/// after compaction; and an org with a secret that cannot be unwrapped is not known at all. A
/// reader that begins anew replaces everything.
public final class SubscriberKeyRing implements Pseudonyms, RetentionKeys, RecordListener {
    private static final int POINT_AND_NODE_BYTES = SubscriberKeys.POINT_KEY_BYTES;

    private final SecretWrapping wrapping;
    private final ShownOffsets offsets = new ShownOffsets();

    /// Places whose secret an older key wrapped, with the secret; and those whose secret is
    /// unknown.
    private final Map<KeyPlace, Optional<byte[]>> placeToOutdated = new ConcurrentHashMap<>();

    private final List<Change> pending = new ArrayList<>();
    private boolean anew;
    private long lastOffset = -1;

    private volatile Map<OrgId, SubscriberKeys> orgToKeys = new ConcurrentHashMap<>();

    /// Empty of an org whose secret is unknown.
    private volatile Map<OrgId, Optional<EpochKeys>> orgToEpochs = new ConcurrentHashMap<>();

    public SubscriberKeyRing(SecretWrapping wrapping) {
        this.wrapping = wrapping;
    }

    @Override
    public Optional<Subscriber> of(OrgId orgId, SubscriberId id) {
        SubscriberKeys keys = orgToKeys.get(orgId);
        return keys == null ? Optional.empty() : keys.pseudonym(id);
    }

    @Override
    public Optional<Subscriber> of(OrgId orgId, SubscriberId id, String name) {
        SubscriberKeys keys = orgToKeys.get(orgId);
        return keys == null ? Optional.empty() : keys.pseudonym(id, name);
    }

    @Override
    public boolean has(OrgId orgId) {
        return orgToEpochs.containsKey(orgId);
    }

    @Override
    public Optional<EpochKeys> of(OrgId orgId) {
        Optional<EpochKeys> keys = orgToEpochs.get(orgId);
        return keys == null ? Optional.empty() : keys;
    }

    /// True if the org has secrets, known or not.
    boolean hasSecrets(OrgId orgId) {
        return orgToKeys.containsKey(orgId)
                || placeToOutdated.keySet().stream().anyMatch(at -> at.orgId().equals(orgId));
    }

    /// The writes that destroy a subscriber's key; empty as [#of].
    Optional<Puncture> puncture(OrgId orgId, SubscriberId id) {
        SubscriberKeys keys = orgToKeys.get(orgId);
        return keys == null ? Optional.empty() : keys.puncture(id);
    }

    /// The number of the org's generations of keys.
    int generations(OrgId orgId) {
        SubscriberKeys keys = orgToKeys.get(orgId);
        return keys == null ? 0 : keys.generations();
    }

    /// Bytes of heap that the org's secrets take, roughly.
    public long heapBytes(OrgId orgId) {
        SubscriberKeys keys = orgToKeys.get(orgId);
        return keys == null ? 0 : keys.heapBytes();
    }

    /// The same of all orgs together, and of the one that takes the most.
    public HeapBytes heapBytes() {
        LongSummaryStatistics each =
                orgToKeys.values().stream()
                        .mapToLong(SubscriberKeys::heapBytes)
                        .summaryStatistics();
        return new HeapBytes(each.getSum(), each.getCount() == 0 ? 0 : each.getMax());
    }

    /// Bytes of heap, roughly.
    ///
    /// @param all of all orgs
    /// @param largest of the org that takes the most
    public record HeapBytes(long all, long largest) {}

    /// Completes once the record at the offset shows.
    CompletableFuture<Void> whenShown(long offset) {
        return offsets.whenAt(offset);
    }

    /// The secrets that the newest key did not wrap.
    Map<KeyPlace, byte[]> wrappedByOlderKeys() {
        Map<KeyPlace, byte[]> outdated = new HashMap<>();
        placeToOutdated.forEach(
                (place, secret) -> secret.ifPresent(known -> outdated.put(place, known)));
        return outdated;
    }

    @Override
    public void onRecord(
            Topic<?> topic, ConsumerRecord<String, byte[]> source, SpecificRecord value) {
        follow(source);
        KeyPlace place =
                KeyPlace.parse(source.key())
                        .orElseThrow(() -> new IllegalArgumentException("no place of a secret"));
        SubscriberKeyNode node = (SubscriberKeyNode) value;
        Wrapped wrapped = new Wrapped(node.getWrapped(), node.getWrappedBy());
        Optional<byte[]> secret =
                wrapping.unwrap(wrapped, place.text()).filter(bytes -> fits(place, bytes));
        pending.add(new Change(place, false, secret, !wrapping.isNewest(wrapped.by())));
        if (secret.isEmpty()) {
            throw new IllegalArgumentException("no signing secret unwraps it");
        }
    }

    /// A secret that does not fit counts as not unwrapped: the org is not known.
    private static boolean fits(KeyPlace place, byte[] secret) {
        return switch (place) {
            case KeyPlace.Point _, KeyPlace.Node _ -> secret.length == POINT_AND_NODE_BYTES;
            case KeyPlace.Page page -> KeyPage.fits(page.number(), secret);
            case KeyPlace.Epochs _ -> EpochKeys.of(secret).isPresent();
        };
    }

    @Override
    public void onTombstone(Topic<?> topic, ConsumerRecord<String, byte[]> source) {
        follow(source);
        KeyPlace.parse(source.key())
                .ifPresent(place -> pending.add(new Change(place, true, Optional.empty(), false)));
    }

    private void follow(ConsumerRecord<String, byte[]> source) {
        if (source.offset() <= lastOffset) {
            pending.clear();
            anew = true;
        }
        lastOffset = source.offset();
    }

    @Override
    public void onBatchEnd(boolean atEnd) {
        if (!atEnd) {
            return;
        }
        if (!pending.isEmpty()) {
            show();
        }
        offsets.show(lastOffset);
    }

    private void show() {
        Map<OrgId, SubscriberKeys> keys = anew ? new ConcurrentHashMap<>() : orgToKeys;
        Map<OrgId, Optional<EpochKeys>> epochs = anew ? new ConcurrentHashMap<>() : orgToEpochs;
        if (anew) {
            placeToOutdated.clear();
            anew = false;
        }
        pending.forEach(this::note);
        pending.forEach(change -> addPoint(keys, change));
        pending.forEach(change -> keep(keys, change));
        pending.forEach(change -> destroy(keys, change));
        pending.forEach(change -> keepEpochs(epochs, change));
        pending.clear();
        placeToOutdated.forEach((place, secret) -> {
            if (secret.isEmpty()) {
                keys.remove(place.orgId());
            }
        });
        orgToKeys = keys;
        orgToEpochs = epochs;
    }

    private static void keepEpochs(Map<OrgId, Optional<EpochKeys>> epochs, Change change) {
        if (change.place() instanceof KeyPlace.Epochs(OrgId orgId)) {
            epochs.put(orgId, change.unwrapped().flatMap(EpochKeys::of));
        }
    }

    private void note(Change change) {
        if (change.destroyed() || (change.unwrapped().isPresent() && !change.outdated())) {
            placeToOutdated.remove(change.place());
        } else {
            placeToOutdated.put(change.place(), change.unwrapped());
        }
    }

    private static void addPoint(Map<OrgId, SubscriberKeys> keys, Change change) {
        byte[] secret = change.secret();
        if (secret != null && change.place() instanceof KeyPlace.Point(OrgId orgId)) {
            keys.computeIfAbsent(orgId, _ -> new SubscriberKeys(secret));
        }
    }

    private static void keep(Map<OrgId, SubscriberKeys> keys, Change change) {
        byte[] secret = change.secret();
        SubscriberKeys known = keys.get(change.place().orgId());
        if (secret == null || known == null) {
            return;
        }
        switch (change.place()) {
            case KeyPlace.Point _, KeyPlace.Epochs _ -> {}
            case KeyPlace.Node(_, int generation, TreeNode node) ->
                    known.keep(generation, node, secret);
            case KeyPlace.Page(_, int generation, int number) ->
                    known.show(generation, new KeyPage(number, secret));
        }
    }

    private static void destroy(Map<OrgId, SubscriberKeys> keys, Change change) {
        if (change.destroyed() && change.place() instanceof KeyPlace.Node node) {
            SubscriberKeys known = keys.get(node.orgId());
            if (known != null) {
                known.destroy(node.generation(), node.node());
            }
        }
    }

    /// The content of one record.
    ///
    /// @param destroyed true if the secret is deleted
    /// @param unwrapped empty if it is deleted or cannot be unwrapped
    /// @param outdated true if an older key wrapped it
    private record Change(
            KeyPlace place, boolean destroyed, Optional<byte[]> unwrapped, boolean outdated) {
        byte @Nullable [] secret() {
            return unwrapped.orElse(null);
        }
    }
}
