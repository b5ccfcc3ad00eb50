package io.interlude.catalogue.subscriber;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.domain.retention.RetentionDays;
import io.interlude.journal.kafka.TestKafka;
import io.interlude.journal.retention.EventEncryption;
import io.interlude.journal.retention.EventOutline;
import io.interlude.journal.waiting.Eventually;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.Retention;
import io.interlude.schema.SettingsChanged;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Days that pass, on a real broker, with one process that manages, two, and one after another.
class ExpiringEpochsIT {
    private static final String CANARY = "canary-51c0";
    private static final Instant START = Instant.parse("2026-03-10T12:00:00Z");
    private static final int FIRST_DAY = RetentionDays.epoch(START);
    private static final SecretWrapping WRAPPING =
            new SecretWrapping(
                    new SigningKeys(List.of(new byte[SigningKeys.SECRET_BYTES])),
                    new SecureRandom());

    @RegisterExtension
    static final TestKafka KAFKA =
            new TestKafka().with(1, List.of(Topics.SUBSCRIBER_KEYS, Topics.ERASURES));

    private final Map<OrgId, Integer> orgToDays = new ConcurrentHashMap<>();
    private volatile Instant now = START;

    private Optional<SettingsChanged> settings(OrgId orgId) {
        Integer days = orgToDays.get(orgId);
        SettingsChanged settings = new SettingsChanged();
        settings.setRetention(days == null ? null : new Retention(days));
        return Optional.of(settings);
    }

    /// A process that manages, and writes and reads events.
    private final class Managing {
        private final SubscriberKeyRing ring = new SubscriberKeyRing(WRAPPING);
        private final RetentionPolicy policy =
                new RetentionPolicy(ExpiringEpochsIT.this::settings, () -> now);
        private final EventEncryption encryption =
                new EventEncryption(ring, policy, new SecureRandom());
        private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
        private final SubscriberKeyWriter writer;
        private final ExpiringEpochs epochs;

        Managing(OrgId... orgs) {
            ErasureReceipts receipts = new ErasureReceipts();
            KAFKA.follow("keys", List.of(Topics.SUBSCRIBER_KEYS), ring, meters);
            KAFKA.follow("erasures", List.of(Topics.ERASURES), receipts, meters);
            writer =
                    KAFKA.opened(
                            new SubscriberKeyWriter(
                                    () -> KAFKA.clients().transactionalProducer("writer"),
                                    ring,
                                    receipts,
                                    new SubscriberKeyRecords(WRAPPING, new SecureRandom()),
                                    1,
                                    InstantSource.system()));
            writer.start(() -> Optional.of(Set.of(orgs)));
            for (OrgId orgId : orgs) {
                Eventually.holds(
                        "the org has keys",
                        () -> ring.of(orgId, new SubscriberId("anybody")).isPresent());
            }
            epochs =
                    KAFKA.opened(
                            new ExpiringEpochs(
                                    () -> Set.of(orgs), policy, ring, writer, () -> now, meters));
        }

        byte[] written(SpecificRecord event) {
            return encryption
                    .writing(KAFKA.clients().serializer())
                    .serialize(Topics.CUSTOM_EVENTS.name(), event);
        }

        SpecificRecord read(byte[] bytes) {
            return encryption
                    .reading(KAFKA.clients().deserializer())
                    .deserialize(Topics.CUSTOM_EVENTS.name(), bytes);
        }

        boolean opens(byte[] bytes) {
            return !EventOutline.is(read(bytes));
        }

        double overdue() {
            return meters.get("interlude.retention.overdue").gauge().value();
        }

        int first(OrgId orgId) {
            return ring.of(orgId).orElseThrow().first();
        }
    }

    private static CustomEventRecorded event(OrgId orgId, Instant at) {
        CustomEventRecorded event = new CustomEventRecorded();
        event.setEventId(UUID.randomUUID().toString());
        event.setEventType(EventType.custom);
        event.setOccurredAt(at);
        event.setReceivedAt(at);
        event.setOrgId(orgId.value());
        event.setSource(EventSource.api);
        event.setEventName("tap");
        event.setEventDataJson(CANARY);
        return event;
    }

    private void pass(int days) {
        now = now.plus(Duration.ofDays(days));
    }

    @Test
    void eventsAreReadableForTheirDaysAndNeverAfter() {
        // given
        OrgId keeping = new OrgId("keeping");
        OrgId other = new OrgId("other");
        Managing process = new Managing(keeping, other);
        orgToDays.put(keeping, 2);
        process.epochs.look();
        byte[] foreign = process.written(event(other, now));
        assertThat(new String(foreign, ISO_8859_1)).contains(CANARY);
        byte[] first = process.written(event(keeping, now));
        assertThat(new String(first, ISO_8859_1)).doesNotContain(CANARY);

        // when, then
        pass(2);
        process.epochs.look();
        byte[] third = process.written(event(keeping, now));
        assertThat(process.opens(first)).isTrue();
        assertThat(process.first(keeping)).isEqualTo(FIRST_DAY);
        pass(1);
        assertThat(process.opens(first)).as("before the key is destroyed").isFalse();
        process.epochs.look();
        assertThat(process.first(keeping)).isEqualTo(FIRST_DAY + 1);
        assertThat(process.opens(third)).isTrue();
        orgToDays.put(keeping, 400);
        assertThat(process.opens(first)).as("a longer time brings nothing back").isFalse();
        assertThat(process.read(first).toString()).doesNotContain(CANARY);
        assertThat(process.opens(third)).isTrue();
        assertThat(process.opens(foreign)).isTrue();
        assertThat(process.ring.has(other)).isFalse();
    }

    @Test
    void aLaterProcessDestroysWhatCameDueMeanwhileAndKnowsTheOthers() {
        // given
        OrgId orgId = new OrgId("killed");
        orgToDays.put(orgId, 10);
        Managing killed = new Managing(orgId);
        killed.epochs.look();
        byte[] first = killed.written(event(orgId, now));
        byte[] later = killed.written(event(orgId, now.plus(Duration.ofDays(25))));

        // when nobody looks for a month
        pass(31);
        Managing next = new Managing(orgId);
        assertThat(next.first(orgId)).isEqualTo(FIRST_DAY);
        assertThat(next.overdue()).isEqualTo(1);
        next.epochs.look();

        // then
        assertThat(next.first(orgId)).isEqualTo(FIRST_DAY + 21);
        orgToDays.put(orgId, 400);
        assertThat(next.opens(first)).isFalse();
        assertThat(next.opens(later)).isTrue();
        Eventually.holds("all know", () -> killed.first(orgId) == FIRST_DAY + 21);
        assertThat(killed.opens(first)).isFalse();
        assertThat(next.overdue()).isZero();
    }

    @Test
    void twoProcessesMakeOneSecretAndNeverBringOneBack() {
        // given
        OrgId orgId = new OrgId("both");
        Managing one = new Managing(orgId);
        Managing other = new Managing(orgId);
        orgToDays.put(orgId, 5);

        // when
        one.epochs.look();
        other.epochs.look();
        byte[] first = one.written(event(orgId, now));
        assertThat(other.opens(first)).isTrue();
        for (int day = 0; day < 12; day++) {
            pass(1);
            (day % 2 == 0 ? one : other).epochs.look();
            (day % 3 == 0 ? one : other).epochs.look();
        }

        // then
        Eventually.holds("both know", () -> one.first(orgId) == other.first(orgId));
        assertThat(one.first(orgId)).isEqualTo(FIRST_DAY + 7);
        byte[] today = other.written(event(orgId, now));
        assertThat(one.opens(today)).isTrue();
        orgToDays.put(orgId, 400);
        assertThat(one.opens(first)).isFalse();
        assertThat(other.opens(first)).isFalse();
    }
}
