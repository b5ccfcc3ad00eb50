package io.interlude.journal.history;

import io.interlude.domain.identity.FetchId;
import io.interlude.schema.AdFetched;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionGoal;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A journal of some fetches and what followed, from a seed, in the order in which it is written: a
/// record a millisecond, of two orgs, with duplicates, repeats, tests and invalid traffic.
final class WrittenJournal {
    static final String ORG = "org-1";

    record Written(int partition, Instant at, JournalEvent event) {
        Topic<?> topic() {
            return Topics.folded().stream()
                    .filter(topic -> topic.valueType() == event.getClass())
                    .findFirst()
                    .orElseThrow();
        }

        @Nullable String key() {
            return event.getFetchId();
        }
    }

    private static final List<ConversionGoal> GOALS =
            List.of(new ConversionGoal("sale", List.of("sale"), false, 60_000L, 0L, null));

    final List<Written> records = new ArrayList<>();
    private final Random random;
    private final int partitions;
    private Instant now;
    private long sequence;

    WrittenJournal(long seed, Instant start, int partitions, int fetches) {
        random = new Random(seed);
        this.partitions = partitions;
        now = start;
        List<AdFetched> made = new ArrayList<>();
        for (int index = 0; index < fetches; index++) {
            made.add(fetch());
            for (int event = random.nextInt(6); event > 0; event--) {
                follow(made.get(random.nextInt(made.size())));
            }
        }
    }

    private AdFetched fetch() {
        int partition = random.nextInt(partitions);
        sequence++;
        FetchId id =
                new FetchId(
                        new UUID(
                                now.toEpochMilli() << 16 | 0x8000 | partition,
                                0x8000_0000_0000_0000L | sequence));
        AdFetched fetched =
                AdFetched.newBuilder()
                        .setEventId(id.uuid().toString())
                        .setEventType(EventType.fetch)
                        .setOccurredAt(now)
                        .setReceivedAt(now)
                        .setOrgId(random.nextInt(3) == 0 ? "org-2" : ORG)
                        .setFetchId(id.toString())
                        .setSubscriber("reader-" + sequence % 2 + '-' + partition)
                        .setSource(EventSource.fetch)
                        .setTest(random.nextInt(8) == 0)
                        .setAdUnitId("unit")
                        .setAdUnitCode("unit")
                        .setFormat(RenderFormat.native$)
                        .setContextBytes(0)
                        .setAttributesJson("{}")
                        .setCatalogueRevision(1)
                        .setSeed(1)
                        .setCandidates(List.of())
                        .setCampaignId("campaign")
                        .setLineItemId("line-" + random.nextInt(3))
                        .setCreativeId("card")
                        .setCreativeVersion(1)
                        .setPriceModel(PriceModel.cpc)
                        .setPriceMicros(1_000)
                        .setCurrency("USD")
                        .setBilledMicros(0)
                        .setTimeZone("UTC")
                        .setFrequencyScopes(List.of())
                        .build();
        if (fetched.getLineItemId().equals("line-1")) {
            fetched.setConversionGoals(GOALS);
        }
        write(partition, fetched);
        return fetched;
    }

    private void follow(AdFetched of) {
        JournalEvent event =
                switch (random.nextInt(5)) {
                    case 0 -> fill(new DeliveryRecorded(), EventType.read, of);
                    case 1 -> fill(new CustomEventRecorded(), EventType.custom, of);
                    case 2 -> fill(new ConversionRecorded(), EventType.conversion, of);
                    case 3 -> fill(new FlowEventRecorded(), EventType.node_visit, of);
                    default -> fill(new ClickRecorded(), EventType.click, of);
                };
        if (event instanceof CustomEventRecorded custom) {
            custom.setEventName("custom");
        } else if (event instanceof FlowEventRecorded step) {
            step.setNodeId("hello");
        } else if (event instanceof ClickRecorded click && random.nextInt(5) == 0) {
            click.setInvalidTraffic("declared_bot");
        } else if (event instanceof ClickRecorded click && random.nextInt(3) == 0) {
            // Reported late: it came before conversions that are there already.
            click.setOccurredAt(of.getOccurredAt());
        } else if (event instanceof ConversionRecorded conversion) {
            conversion.setConversionName(random.nextBoolean() ? "sale" : "visit");
            conversion.setLate(records.size() % 4 == 0);
        }
        int partition = FetchId.parse(of.getFetchId()).orElseThrow().partition();
        write(partition, event);
        if (random.nextInt(8) == 0) {
            write(partition, event);
        }
    }

    private <T extends JournalEvent> T fill(T event, EventType type, AdFetched of) {
        sequence++;
        event.setEventId(new UUID(sequence, sequence).toString());
        event.setEventType(type);
        event.setOccurredAt(now);
        event.setReceivedAt(now);
        event.setOrgId(of.getOrgId());
        event.setFetchId(of.getFetchId());
        event.setTest(false);
        event.setSource(EventSource.api);
        return event;
    }

    private void write(int partition, JournalEvent event) {
        records.add(new Written(partition, now, event));
        now = now.plusMillis(1);
    }
}
