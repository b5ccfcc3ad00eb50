package io.interlude.catalogue.subscriber;

import io.interlude.catalogue.pseudonym.KeyPage;
import io.interlude.catalogue.pseudonym.Puncture;
import io.interlude.catalogue.pseudonym.SubscriberKeys;
import io.interlude.catalogue.pseudonym.TreeNode;
import io.interlude.catalogue.subscriber.SecretWrapping.Wrapped;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.retention.EpochKeys;
import io.interlude.schema.SubscriberKeyNode;
import io.interlude.schema.topic.Topics;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/// Writes secrets as records of `catalogue.subscriber-keys`. Safe for use by many threads.
public final class SubscriberKeyRecords {
    /// Key of a record that means nothing.
    private static final String MARKER = "-";

    private final SecretWrapping wrapping;
    private final SecureRandom random;

    public SubscriberKeyRecords(SecretWrapping wrapping, SecureRandom random) {
        this.wrapping = wrapping;
        this.random = random;
    }

    /// The secrets that an org begins with.
    public List<ProducerRecord<String, SpecificRecord>> ofNewOrg(OrgId orgId) {
        return List.of(
                of(new KeyPlace.Point(orgId), random(SubscriberKeys.POINT_KEY_BYTES)),
                ofNewGeneration(orgId, 0));
    }

    private ProducerRecord<String, SpecificRecord> ofNewGeneration(OrgId orgId, int generation) {
        return of(orgId, generation, KeyPage.ofNewTree(random(SubscriberKeys.SECRET_BYTES)));
    }

    private ProducerRecord<String, SpecificRecord> of(OrgId orgId, int generation, KeyPage page) {
        return of(new KeyPlace.Page(orgId, generation, page.number()), page.bytes());
    }

    /// What punctures the org's tree. The secret that goes is last, so that what takes its place is
    /// never missing for who has read a part.
    ///
    /// @param generations how many there are; a new one is made when the last one is punctured
    List<ProducerRecord<String, SpecificRecord>> of(
            OrgId orgId, Puncture puncture, int generations) {
        List<ProducerRecord<String, SpecificRecord>> records = new ArrayList<>();
        int generation = puncture.generation();
        if (generation + 1 == generations) {
            records.add(ofNewGeneration(orgId, generations));
        }
        switch (puncture) {
            case Puncture.OfNodes(_, TreeNode destroyed, Map<TreeNode, byte[]> kept) -> {
                kept.forEach((node, secret) ->
                        records.add(of(new KeyPlace.Node(orgId, generation, node), secret)));
                records.add(record(new KeyPlace.Node(orgId, generation, destroyed).text(), null));
            }
            case Puncture.OfPages(_, List<KeyPage> pages) ->
                    pages.forEach(page -> records.add(of(orgId, generation, page)));
        }
        return records;
    }

    /// A secret, or a page of them, at its place, wrapped by the newest key.
    ProducerRecord<String, SpecificRecord> of(KeyPlace place, byte[] secret) {
        Wrapped wrapped = wrapping.wrap(secret, place.text());
        SubscriberKeyNode value = new SubscriberKeyNode();
        value.setOrgId(place.orgId().value());
        switch (place) {
            case KeyPlace.Point _ -> value.setPath(KeyPlace.POINT_PATH);
            case KeyPlace.Epochs _ -> value.setPath(KeyPlace.EPOCHS_PATH);
            case KeyPlace.Node(_, int generation, TreeNode node) -> {
                value.setGeneration(generation);
                value.setPath(node.path());
            }
            case KeyPlace.Page page -> {
                value.setGeneration(page.generation());
                value.setPath(page.path());
            }
        }
        value.setWrapped(wrapped.text());
        value.setWrappedBy(wrapped.by());
        return record(place.text(), value);
    }

    /// The keys that an org's events begin with.
    EpochKeys ofNewEpochs(int first) {
        return new EpochKeys(first, random(EpochKeys.SECRET_BYTES));
    }

    /// A record that changes nothing. The broker closes a file only when it writes to the next, and
    /// compacts only what is closed.
    static ProducerRecord<String, SpecificRecord> marker() {
        return record(MARKER, null);
    }

    @SuppressWarnings("NullAway") // Kafka's constructor says nothing of null; a tombstone is one.
    private static ProducerRecord<String, SpecificRecord> record(
            String key, @Nullable SpecificRecord value) {
        return new ProducerRecord<>(Topics.SUBSCRIBER_KEYS.name(), key, value);
    }

    private byte[] random(int length) {
        byte[] secret = new byte[length];
        random.nextBytes(secret);
        return secret;
    }
}
