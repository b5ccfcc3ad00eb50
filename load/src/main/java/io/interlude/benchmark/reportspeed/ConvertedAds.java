package io.interlude.benchmark.reportspeed;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.FetchId;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.schema.AdFetched;
import io.interlude.schema.BillOn;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionGoal;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/// Ads of one org over the hour before last, each clicked, and converted within or after [#NARROW].
final class ConvertedAds {
    static final int EVENTS_OF_AD = 3;
    static final String GOAL = "purchase";
    static final Duration NARROW = Duration.ofSeconds(10);

    private static final ConversionGoal BOOKED =
            new ConversionGoal(GOAL, List.of(GOAL), true, Duration.ofDays(30).toMillis(), 0L, null);

    /// So that all of it is over when it is written, and the journal has each ad soon enough.
    private static final Duration BEFORE_NOW = NARROW.multipliedBy(12);

    private static final int LINE_ITEMS = 10;

    private final String orgId;
    private final int count;
    private final Instant from = Instant.now().minus(BEFORE_NOW).truncatedTo(ChronoUnit.MINUTES);
    private long sequence = ThreadLocalRandom.current().nextLong(1L << 40);

    ConvertedAds(String orgId, int events) {
        this.orgId = orgId;
        this.count = events / EVENTS_OF_AD;
    }

    int count() {
        return count;
    }

    Instant from() {
        return from;
    }

    void write(String brokers, KafkaClients clients) {
        Map<String, Object> settings = Map.of("bootstrap.servers", brokers, "linger.ms", 20);
        try (Producer<String, byte[]> journal =
                new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
            int partitions = journal.partitionsFor(Topics.FETCHES.name()).size();
            for (int ad = 0; ad < count; ad++) {
                Instant at = Instant.now().minus(BEFORE_NOW).truncatedTo(ChronoUnit.MILLIS);
                FetchId fetchId = fetchId(at, ad % partitions);
                Instant clickedAt = at.plusSeconds(1);
                Duration until = ad % 2 == 0 ? NARROW.dividedBy(2) : NARROW.multipliedBy(6);
                write(journal, clients, Topics.FETCHES, fetched(fetchId, at, ad % LINE_ITEMS));
                write(journal, clients, Topics.CLICKS, click(fetchId, clickedAt));
                write(
                        journal,
                        clients,
                        Topics.CONVERSIONS,
                        conversion(fetchId, clickedAt.plus(until)));
            }
            journal.flush();
        }
    }

    private static void write(
            Producer<String, byte[]> journal,
            KafkaClients clients,
            Topic<?> topic,
            JournalEvent event) {
        String fetchId = requireNonNull(event.getFetchId(), "of no fetch");
        int partition = FetchId.parse(fetchId).orElseThrow().partition();
        byte[] bytes = clients.serializer().serialize(topic.name(), event);
        var _ = journal.send(new ProducerRecord<>(topic.name(), partition, fetchId, bytes));
    }

    private FetchId fetchId(Instant at, int partition) {
        sequence++;
        return new FetchId(
                new UUID(at.toEpochMilli() << 16 | 0x8000 | partition, Long.MIN_VALUE | sequence));
    }

    private AdFetched fetched(FetchId id, Instant at, int lineItem) {
        AdFetched fetched = new AdFetched();
        fill(fetched, EventType.fetch, id, at);
        fetched.setEventId(id.uuid().toString());
        fetched.setBillOn(BillOn.fetch);
        fetched.setConversionGoals(List.of(BOOKED));
        fetched.setCountsNames(true);
        fetched.setAdUnitId("unit");
        fetched.setAdUnitCode("unit");
        fetched.setFormat(RenderFormat.native$);
        fetched.setAttributesJson("{}");
        fetched.setCandidates(List.of());
        fetched.setFrequencyScopes(List.of());
        fetched.setCampaignId("campaign");
        fetched.setLineItemId("item-" + lineItem);
        fetched.setCreativeId("creative-" + lineItem);
        fetched.setCreativeVersion(1);
        fetched.setPriceModel(PriceModel.cpa);
        fetched.setPriceMicros(4_000_000);
        fetched.setCurrency("USD");
        fetched.setTimeZone("UTC");
        return fetched;
    }

    private ClickRecorded click(FetchId fetchId, Instant at) {
        ClickRecorded click = new ClickRecorded();
        fill(click, EventType.click, fetchId, at);
        click.setActionIndex(0);
        return click;
    }

    private ConversionRecorded conversion(FetchId fetchId, Instant at) {
        ConversionRecorded conversion = new ConversionRecorded();
        fill(conversion, EventType.conversion, fetchId, at);
        conversion.setConversionName(GOAL);
        return conversion;
    }

    /// Every event begins with these fields.
    private void fill(JournalEvent event, EventType type, FetchId fetchId, Instant at) {
        sequence++;
        event.setEventId(
                new UUID(at.toEpochMilli() << 16 | 0x7000, Long.MIN_VALUE | sequence).toString());
        event.setEventType(type);
        event.setOccurredAt(at);
        event.setReceivedAt(at);
        event.setOrgId(orgId);
        event.setApplicationId("app");
        event.setFetchId(fetchId.toString());
        event.setTest(false);
        event.setSource(EventSource.fetch);
    }
}
