package io.interlude.catalogue.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.catalogue.pseudonym.KeyPage;
import io.interlude.catalogue.pseudonym.Puncture;
import io.interlude.catalogue.pseudonym.SubscriberKeys;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.schema.topic.Topics;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/// What a million erasures of one org cost each process: memory, and time at its start.
class AMillionErasuresTest {
    private static final int ERASURES = 1_000_000;
    private static final int MOST_BYTES_EACH = 74;
    private static final Duration LONGEST_START = Duration.ofSeconds(10);
    private static final OrgId ACME = new OrgId("acme");

    private final SecretWrapping wrapping =
            new SecretWrapping(
                    new SigningKeys(List.of(new byte[SigningKeys.SECRET_BYTES])),
                    new SecureRandom());
    private final SubscriberKeyRecords records =
            new SubscriberKeyRecords(wrapping, new SecureRandom());
    private final byte[] pointKey = new byte[SubscriberKeys.POINT_KEY_BYTES];
    private final SubscriberKeys keys = new SubscriberKeys(pointKey);
    private final Map<KeyPlace, byte[]> placeToSecret = new HashMap<>();

    private void show(int generation, KeyPage page) {
        keys.show(generation, page);
        placeToSecret.put(new KeyPlace.Page(ACME, generation, page.number()), page.bytes());
    }

    private void erase(SubscriberId id) {
        Puncture.OfPages puncture = (Puncture.OfPages) keys.puncture(id).orElseThrow();
        puncture.pages().forEach(page -> show(puncture.generation(), page));
    }

    @Test
    void takeSeventyBytesEachAndAreReadInAMoment(TestReporter reporter) {
        // given
        placeToSecret.put(new KeyPlace.Point(ACME), pointKey);
        for (int generation = 0; generation < 3; generation++) {
            byte[] secret = new byte[SubscriberKeys.SECRET_BYTES];
            secret[0] = (byte) generation;
            show(generation, KeyPage.ofNewTree(secret));
        }
        for (int i = 0; i < ERASURES; i++) {
            erase(new SubscriberId("erased-" + i));
        }
        List<ProducerRecord<String, SpecificRecord>> topic =
                placeToSecret.entrySet().stream()
                        .map(each -> records.of(each.getKey(), each.getValue()))
                        .toList();
        SubscriberKeyRing ring = new SubscriberKeyRing(wrapping);

        // when
        long startedAt = System.nanoTime();
        for (int offset = 0; offset < topic.size(); offset++) {
            ProducerRecord<String, SpecificRecord> record = topic.get(offset);
            ring.onRecord(
                    Topics.SUBSCRIBER_KEYS,
                    new ConsumerRecord<>(record.topic(), 0, offset, record.key(), new byte[0]),
                    record.value());
        }
        ring.onBatchEnd(true);
        Duration took = Duration.ofNanos(System.nanoTime() - startedAt);

        // then
        reporter.publishEntry(
                Map.of(
                        "bytes each",
                        Double.toString((double) ring.heapBytes(ACME) / ERASURES),
                        "records",
                        Integer.toString(topic.size()),
                        "shown after",
                        took.toString()));
        assertThat(ring.heapBytes(ACME)).isLessThan((long) MOST_BYTES_EACH * ERASURES);
        assertThat(took).isLessThan(LONGEST_START);
        for (int i = 0; i < ERASURES; i += ERASURES / 100) {
            SubscriberId id = new SubscriberId("erased-" + i);
            assertThat(ring.of(ACME, id)).isPresent().isEqualTo(keys.pseudonym(id));
        }
    }
}
