package io.interlude.catalogue.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.journal.append.JournalPartitions;
import io.interlude.journal.kafka.TestKafka;
import io.interlude.journal.projection.RecordListener;
import io.interlude.journal.waiting.Eventually;
import io.interlude.schema.SubscriberErased;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Erasures on a real broker, by one process and by two.
class SubscriberErasureIT {
    private static final int PARTITIONS = 4;
    private static final SubscriberId ANN = new SubscriberId("ann");
    private static final SubscriberId BEN = new SubscriberId("ben");
    private static final SecretWrapping WRAPPING =
            new SecretWrapping(
                    new SigningKeys(List.of(new byte[SigningKeys.SECRET_BYTES])),
                    new SecureRandom());

    @RegisterExtension
    static final TestKafka KAFKA =
            new TestKafka()
                    .with(1, List.of(Topics.SUBSCRIBER_KEYS, Topics.ERASURES))
                    .with(PARTITIONS, List.of(Topics.ERASED_SUBSCRIBERS));

    private static void follow(Topic<?> topic, RecordListener listener) {
        KAFKA.follow(topic.name(), List.of(topic), listener, new SimpleMeterRegistry());
    }

    /// What a process that manages has of erasures.
    private static final class Managing {
        private final SubscriberKeyRing ring = new SubscriberKeyRing(WRAPPING);
        private final ErasureReceipts receipts = new ErasureReceipts();
        private final SubscriberKeyWriter writer;

        Managing(OrgId orgId) {
            follow(Topics.SUBSCRIBER_KEYS, ring);
            follow(Topics.ERASURES, receipts);
            writer =
                    KAFKA.opened(
                            new SubscriberKeyWriter(
                                    () -> KAFKA.clients().transactionalProducer("writer"),
                                    ring,
                                    receipts,
                                    new SubscriberKeyRecords(WRAPPING, new SecureRandom()),
                                    PARTITIONS,
                                    InstantSource.system()));
            writer.start(() -> Optional.of(Set.of(orgId)));
            Eventually.holds("the org has keys", () -> ring.of(orgId, ANN).isPresent());
        }

        ErasureReceipt erase(OrgId orgId, SubscriberId id) {
            return join(writer.erase(orgId, id, "key"));
        }

        Subscriber of(OrgId orgId, SubscriberId id) {
            return ring.of(orgId, id).orElseThrow();
        }
    }

    private static <T> T join(CompletableFuture<T> future) {
        return future.orTimeout(60, TimeUnit.SECONDS).join();
    }

    @Test
    void anErasedSubscriberIsAnotherPersonFromThenOnAlsoForALaterProcess() {
        // given
        OrgId orgId = new OrgId("first");
        Managing managing = new Managing(orgId);
        Subscriber ann = managing.of(orgId, ANN);
        Subscriber ben = managing.of(orgId, BEN);

        // when
        ErasureReceipt receipt = managing.erase(orgId, ANN);

        // then
        Subscriber annAgain = managing.of(orgId, ANN);
        assertThat(annAgain).isNotEqualTo(ann);
        assertThat(managing.of(orgId, BEN)).isEqualTo(ben);
        Managing later = new Managing(orgId);
        assertThat(later.of(orgId, ANN)).isEqualTo(annAgain);
        assertThat(later.of(orgId, BEN)).isEqualTo(ben);
        assertThat(later.receipts.find(orgId, receipt.receiptId())).contains(receipt);
        assertThat(later.receipts.find(new OrgId("other"), receipt.receiptId())).isEmpty();
    }

    @Test
    void itsStateIsToBeDroppedOnceAndOnceMore() {
        // given
        OrgId orgId = new OrgId("dropped");
        Managing managing = new Managing(orgId);
        Subscriber ann = managing.of(orgId, ANN);
        Dropped dropped = new Dropped(orgId);
        follow(Topics.ERASED_SUBSCRIBERS, dropped);

        // when
        managing.erase(orgId, ANN);

        // then
        Eventually.holds("it is dropped", () -> dropped.all.size() == 1);
        Eventually.holds("it is dropped again", () -> dropped.all.size() == 2);
        int partition = JournalPartitions.of(orgId, ann, PARTITIONS);
        assertThat(dropped.all).containsOnly(partition + " " + ann);
    }

    @Test
    void twoProcessesThatManageNeverBringAnErasedKeyBack() {
        // given
        OrgId orgId = new OrgId("two");
        Managing one = new Managing(orgId);
        Managing other = new Managing(orgId);
        Subscriber ann = one.of(orgId, ANN);
        Subscriber ben = one.of(orgId, BEN);
        assertThat(other.of(orgId, ANN)).isEqualTo(ann);

        // when each is shut out by the other
        other.erase(orgId, ANN);
        one.erase(orgId, BEN);

        // then
        Eventually.holds(
                "both know", () -> one.ring.of(orgId, BEN).equals(other.ring.of(orgId, BEN)));
        assertThat(one.of(orgId, ANN)).isNotEqualTo(ann).isEqualTo(other.of(orgId, ANN));
        assertThat(one.of(orgId, BEN)).isNotEqualTo(ben);
    }

    @Test
    void twoProcessesEraseAtTheSameTime() {
        // given
        OrgId orgId = new OrgId("busy");
        List<Managing> both = List.of(new Managing(orgId), new Managing(orgId));
        List<SubscriberId> ids =
                IntStream.range(0, 20).mapToObj(i -> new SubscriberId("s" + i)).toList();
        List<Subscriber> before = ids.stream().map(id -> both.getFirst().of(orgId, id)).toList();

        // when
        List<CompletableFuture<ErasureReceipt>> erasures = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            erasures.add(both.get(i % 2).writer.erase(orgId, ids.get(i), "key"));
        }
        erasures.forEach(SubscriberErasureIT::join);

        // then
        Eventually.holds(
                "both know",
                () ->
                        ids.stream()
                                .allMatch(id ->
                                        both.getFirst()
                                                .of(orgId, id)
                                                .equals(both.getLast().of(orgId, id))));
        assertThat(ids.stream().map(id -> both.getFirst().of(orgId, id)))
                .doesNotContainAnyElementsOf(before)
                .doesNotHaveDuplicates();
    }

    @Test
    void receiptsAreListedNewestFirst() {
        // given
        OrgId orgId = new OrgId("listed");
        Managing managing = new Managing(orgId);
        List<ErasureReceipt> made = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            made.add(managing.erase(orgId, new SubscriberId("s" + i)));
        }

        // when, then
        List<ErasureReceipt> all = made.reversed();
        assertThat(managing.receipts.newestFirst(orgId, Optional.empty(), 10)).isEqualTo(all);
        assertThat(managing.receipts.newestFirst(orgId, Optional.empty(), 2))
                .isEqualTo(all.subList(0, 2));
        assertThat(managing.receipts.newestFirst(orgId, Optional.of(all.get(1).receiptId()), 2))
                .isEqualTo(all.subList(2, 4));
        assertThat(managing.receipts.newestFirst(new OrgId("other"), Optional.empty(), 10))
                .isEmpty();
    }

    /// The pseudonyms of one org that are to be dropped, each after its partition.
    private static final class Dropped implements RecordListener {
        private final ConcurrentLinkedQueue<String> all = new ConcurrentLinkedQueue<>();
        private final OrgId orgId;

        Dropped(OrgId orgId) {
            this.orgId = orgId;
        }

        @Override
        public void onRecord(
                Topic<?> topic, ConsumerRecord<String, byte[]> source, SpecificRecord value) {
            SubscriberErased erased = (SubscriberErased) value;
            if (erased.getOrgId().equals(orgId.value())) {
                all.add(source.partition() + " " + erased.getSubscriber());
            }
        }

        @Override
        public void onBatchEnd(boolean atEnd) {}
    }
}
