package io.interlude.catalogue.subscriber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.interlude.catalogue.pseudonym.Puncture;
import io.interlude.catalogue.pseudonym.SubscriberKeys;
import io.interlude.catalogue.pseudonym.TreeNode;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.schema.topic.Topics;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class SubscriberKeyRingTest {
    private static final OrgId ACME = new OrgId("acme");
    private static final SubscriberId ANN = new SubscriberId("ann");
    private static final SubscriberId BEN = new SubscriberId("ben");

    private final SecretWrapping wrapping = wrapping(1);
    private final SubscriberKeyRecords records = records(wrapping);
    private final SubscriberKeyRing ring = new SubscriberKeyRing(wrapping);

    /// What the topic holds.
    private final List<ProducerRecord<String, SpecificRecord>> topic = new ArrayList<>();

    private static SecretWrapping wrapping(int... fills) {
        List<byte[]> secrets = new ArrayList<>();
        for (int fill : fills) {
            byte[] secret = new byte[SigningKeys.SECRET_BYTES];
            Arrays.fill(secret, (byte) fill);
            secrets.add(secret);
        }
        return new SecretWrapping(new SigningKeys(secrets), new SecureRandom());
    }

    private static SubscriberKeyRecords records(SecretWrapping wrapping) {
        return new SubscriberKeyRecords(wrapping, new SecureRandom());
    }

    private void read(SubscriberKeyRing reader, int from, int to) {
        for (int offset = from; offset < to; offset++) {
            ProducerRecord<String, SpecificRecord> record = topic.get(offset);
            ConsumerRecord<String, byte[]> source =
                    new ConsumerRecord<>(record.topic(), 0, offset, record.key(), new byte[0]);
            if (record.value() == null) {
                reader.onTombstone(Topics.SUBSCRIBER_KEYS, source);
            } else {
                reader.onRecord(Topics.SUBSCRIBER_KEYS, source, record.value());
            }
        }
    }

    private void append(List<ProducerRecord<String, SpecificRecord>> written) {
        topic.addAll(written);
        read(ring, topic.size() - written.size(), topic.size());
        ring.onBatchEnd(true);
    }

    private void erase(SubscriberId id) {
        Puncture puncture = ring.puncture(ACME, id).orElseThrow();
        append(records.of(ACME, puncture, ring.generations(ACME)));
    }

    private Subscriber pseudonym(SubscriberId id) {
        return ring.of(ACME, id).orElseThrow();
    }

    @Test
    void anOrgIsUnknownUntilItsSecretsAreRead() {
        assertThat(ring.of(ACME, ANN)).isEmpty();

        append(records.ofNewOrg(ACME));

        assertThat(ring.of(ACME, ANN)).isPresent();
        assertThat(ring.of(new OrgId("other"), ANN)).isEmpty();
    }

    @Test
    void anErasureChangesOnePseudonymForGood() {
        append(records.ofNewOrg(ACME));
        Subscriber ann = pseudonym(ANN);
        Subscriber ben = pseudonym(BEN);

        erase(ANN);

        assertThat(pseudonym(ANN)).isNotEqualTo(ann);
        assertThat(pseudonym(BEN)).isEqualTo(ben);
        assertThat(ring.generations(ACME)).isEqualTo(2);

        // Another one's erasure makes no further generation.
        Subscriber annAgain = pseudonym(ANN);
        erase(BEN);
        assertThat(ring.generations(ACME)).isEqualTo(2);
        assertThat(pseudonym(ANN)).isEqualTo(annAgain);
    }

    @Test
    void aReaderShowsNothingUntilItIsAtTheEnd() {
        append(records.ofNewOrg(ACME));
        Subscriber ann = pseudonym(ANN);
        Puncture puncture = ring.puncture(ACME, ANN).orElseThrow();
        topic.addAll(records.of(ACME, puncture, 1));

        read(ring, 2, topic.size());
        ring.onBatchEnd(false);
        assertThat(pseudonym(ANN)).isEqualTo(ann);
        assertThat(ring.whenShown(topic.size() - 1L)).isNotDone();

        ring.onBatchEnd(true);
        assertThat(pseudonym(ANN)).isNotEqualTo(ann);
        assertThat(ring.whenShown(topic.size() - 1L)).isCompleted();
    }

    @Test
    void whatIsReadAnewReplacesEverything() {
        append(records.ofNewOrg(ACME));
        SubscriberKeyRing stale = new SubscriberKeyRing(wrapping);
        read(stale, 0, topic.size());
        stale.onBatchEnd(true);
        Subscriber ann = pseudonym(ANN);
        erase(ANN);
        // Compaction has removed the page that the erasure replaced; the point stays.
        ProducerRecord<String, SpecificRecord> first = topic.remove(1);
        assertThat(first.key()).isEqualTo("acme/0/page-0").isEqualTo(topic.getLast().key());

        read(stale, 0, 2);
        stale.onBatchEnd(false);
        assertThat(stale.of(ACME, ANN)).contains(ann);
        read(stale, 2, topic.size());
        stale.onBatchEnd(true);

        assertThat(stale.of(ACME, ANN)).isEqualTo(ring.of(ACME, ANN)).isPresent();
        assertThat(stale.of(ACME, BEN)).isEqualTo(ring.of(ACME, BEN));
    }

    @Test
    void anOrgWithASecretThatCannotBeUnwrappedIsNotKnown() {
        append(records.ofNewOrg(ACME));
        topic.addAll(records(wrapping(2)).ofNewOrg(new OrgId("other")));

        assertThatIllegalArgumentException().isThrownBy(() -> read(ring, 2, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> read(ring, 3, 4));
        ring.onBatchEnd(true);

        assertThat(ring.of(new OrgId("other"), ANN)).isEmpty();
        assertThat(ring.hasSecrets(new OrgId("other"))).isTrue();
        assertThat(ring.hasSecrets(new OrgId("third"))).isFalse();
        assertThat(ring.of(ACME, ANN)).isPresent();
    }

    @Test
    void tellsWhatAnOlderSigningSecretWrapped() {
        append(records.ofNewOrg(ACME));
        SecretWrapping rotated = wrapping(2, 1);
        SubscriberKeyRing reader = new SubscriberKeyRing(rotated);
        read(reader, 0, topic.size());
        reader.onBatchEnd(true);
        assertThat(reader.wrappedByOlderKeys()).hasSize(2);
        Optional<Subscriber> ann = reader.of(ACME, ANN);

        reader.wrappedByOlderKeys()
                .forEach((place, secret) -> topic.add(records(rotated).of(place, secret)));
        read(reader, 2, topic.size());
        reader.onBatchEnd(true);

        assertThat(reader.wrappedByOlderKeys()).isEmpty();
        assertThat(reader.of(ACME, ANN)).isEqualTo(ann).contains(pseudonym(ANN));
        // And the old secret is needed no more.
        SubscriberKeyRing later = new SubscriberKeyRing(wrapping(2));
        read(later, 2, topic.size());
        later.onBatchEnd(true);
        assertThat(later.of(ACME, ANN)).isEqualTo(ann);
    }

    /// What an org has whose keys were made by a version before pages.
    private void appendOldOrg() {
        byte[] point = new byte[SubscriberKeys.POINT_KEY_BYTES];
        byte[] root = new byte[SubscriberKeys.POINT_KEY_BYTES];
        root[0] = 1;
        append(
                List.of(
                        records.of(new KeyPlace.Point(ACME), point),
                        records.of(new KeyPlace.Node(ACME, 0, TreeNode.ROOT), root)));
    }

    @Test
    void anOldOrgKeepsItsPseudonymsAndItsErasuresGoOn() {
        appendOldOrg();
        assertThat(pseudonym(ANN)).isEqualTo(new Subscriber("phO8uJJksgi-BgrfKCpR_g"));
        Subscriber ben = pseudonym(BEN);

        erase(ANN);

        Subscriber annAgain = pseudonym(ANN);
        assertThat(annAgain).isNotEqualTo(new Subscriber("phO8uJJksgi-BgrfKCpR_g"));
        assertThat(pseudonym(BEN)).isEqualTo(ben);
        assertThat(topic.getLast().key()).isEqualTo("acme/0/");
        assertThat(topic.getLast().value()).isNull();
        SubscriberKeyRing later = new SubscriberKeyRing(wrapping);
        read(later, 0, topic.size());
        later.onBatchEnd(true);
        assertThat(later.of(ACME, ANN)).contains(annAgain);
        assertThat(later.of(ACME, BEN)).contains(ben);
    }

    @Test
    void anOrgWithAPageThatIsNoneIsNotKnown() {
        append(records.ofNewOrg(ACME));
        topic.add(records.of(new KeyPlace.Page(ACME, 0, 1), new byte[5]));

        assertThatIllegalArgumentException().isThrownBy(() -> read(ring, 2, 3));
        ring.onBatchEnd(true);

        assertThat(ring.of(ACME, ANN)).isEmpty();
    }

    @Test
    void placesAreReadAsTheyAreWritten() {
        append(records.ofNewOrg(ACME));
        erase(ANN);

        assertThat(topic)
                .allSatisfy(record ->
                        assertThat(KeyPlace.parse(record.key()).orElseThrow().text())
                                .isEqualTo(record.key()));
        assertThat(KeyPlace.parse("-")).isEmpty();
        assertThat(KeyPlace.parse("acme/x/0")).isEmpty();
        assertThat(KeyPlace.parse("acme/0/4")).isEmpty();
        assertThat(KeyPlace.parse("acme/0/page-")).isEmpty();
        assertThat(KeyPlace.parse("acme/0/page-4097")).isEmpty();
        assertThat(KeyPlace.parse("acme/0/page-4096")).isPresent();
    }
}
