package io.interlude.report.attribution;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.matching.OrderKey;
import io.interlude.report.audit.count.PlacedEvent;
import io.interlude.report.audit.count.Subject;
import io.interlude.report.fixture.AuditedEvents;
import io.interlude.report.fixture.Cells;
import io.interlude.schema.AdFetched;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionGoal;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.Money;
import io.interlude.schema.PriceModel;
import io.interlude.schema.serde.TrustedClasses;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/// A journal of one partition with fetches and what came of them: clicks, conversions in time and
/// late, orders that several fetches report, copies, invalid traffic, tests and corrections; and at
/// its end what the aggregator tells fetches of their orders.
final class RandomConversions {
    /// From fetches to conversions of any kind, in seconds.
    private static final int LONGEST = 60 * 86_400;

    private static final int LATE_AFTER = 30 * 86_400;

    private static final List<PriceModel> PRICES =
            List.of(PriceModel.cpm, PriceModel.cpc, PriceModel.cpa, PriceModel.flat);

    static {
        TrustedClasses.install();
    }

    final Map<FetchId, AdFetched> fetches = new LinkedHashMap<>();
    private final AuditedEvents events = new AuditedEvents();
    private final SplittableRandom random;
    private final List<Written> written = new ArrayList<>();
    private final Map<String, Long> topicToNext = new HashMap<>();

    RandomConversions(long seed, int fetchCount) {
        random = new SplittableRandom(seed);
        for (int number = 0; number < fetchCount; number++) {
            addFetch();
        }
        tellOrders();
    }

    /// A record of the journal.
    record Written(Topic<?> topic, ConsumerRecord<String, byte[]> source, JournalEvent event) {}

    /// All but the fetches, in the order in which they were written.
    List<Written> events() {
        return written.stream().filter(each -> !each.topic().equals(Topics.FETCHES)).toList();
    }

    Collection<Subject> subjects() {
        Map<String, Subject> keyToSubject = new LinkedHashMap<>();
        for (Written each : written) {
            Subject.keyOf(each.event())
                    .ifPresent(key ->
                            keyToSubject
                                    .computeIfAbsent(key, _ -> new Subject())
                                    .add(
                                            new PlacedEvent(
                                                    Topics.folded().indexOf(each.topic()),
                                                    each.source().offset(),
                                                    each.source().timestamp(),
                                                    false,
                                                    each.event())));
        }
        return keyToSubject.values();
    }

    private void addFetch() {
        AdFetched fetched = events.fetched(PRICES.get(random.nextInt(PRICES.size())), "s");
        fetched.setBilledMicros(fetched.getPriceModel() == PriceModel.cpm ? 5 : 0);
        fetched.setLineItemId("li-" + random.nextInt(3));
        fetched.setCountsNames(random.nextInt(5) > 0);
        fetched.setTest(random.nextInt(10) == 0);
        fetched.setConversionGoals(goals());
        write(Topics.FETCHES, fetched);
        fetches.put(FetchId.parse(fetched.getFetchId()).orElseThrow(), fetched);
        int count = random.nextInt(8);
        for (int number = 0; number < count; number++) {
            addEvent(fetched);
        }
        if (random.nextInt(10) == 0) {
            write(Topics.CORRECTIONS, events.correction(fetched));
        }
    }

    private List<ConversionGoal> goals() {
        List<ConversionGoal> goals = new ArrayList<>();
        for (String id : List.of("purchase", "signup")) {
            if (random.nextInt(3) > 0) {
                goals.add(
                        new ConversionGoal(
                                id,
                                random.nextBoolean() ? List.of("a", "b") : List.of("b", "c"),
                                random.nextBoolean(),
                                Duration.ofDays(10L * (1 + random.nextInt(3))).toMillis(),
                                Duration.ofDays(10L * random.nextInt(2)).toMillis(),
                                random.nextBoolean() ? null : new Money(7_000_000L, "EUR")));
            }
        }
        return goals;
    }

    private void addEvent(AdFetched fetched) {
        int after = random.nextInt(random.nextInt(1, LONGEST));
        JournalEvent event;
        if (random.nextInt(3) == 0) {
            ClickRecorded click = events.click(fetched, after);
            click.setInvalidTraffic(random.nextInt(8) == 0 ? "rate" : null);
            write(Topics.CLICKS, click);
            event = click;
        } else {
            ConversionRecorded conversion = events.conversion(fetched, random.nextInt(99), "");
            Instant at = AuditedEvents.AT.plusSeconds(after);
            conversion.setOccurredAt(at);
            conversion.setReceivedAt(at.plusSeconds(random.nextInt(100)));
            conversion.setLate(after > LATE_AFTER);
            conversion.setValueMicros(random.nextBoolean() ? conversion.getValueMicros() : null);
            conversion.setCurrency(random.nextBoolean() ? "EUR" : null);
            conversion.setConversionName(List.of("a", "b", "c", "d").get(random.nextInt(4)));
            conversion.setOrderId(random.nextInt(3) == 0 ? null : "o-" + random.nextInt(12));
            conversion.setInvalidTraffic(random.nextInt(12) == 0 ? "rate" : null);
            conversion.setTest(random.nextInt(12) == 0);
            write(Topics.CONVERSIONS, conversion);
            if (random.nextInt(6) == 0) {
                write(Topics.CONVERSIONS, ConversionRecorded.newBuilder(conversion).build());
            }
            event = conversion;
        }
        if (random.nextInt(8) == 0) {
            write(Topics.CORRECTIONS, events.correction(event));
        }
    }

    /// Tells each fetch of the orders that count for another one, as they are booked.
    private void tellOrders() {
        AttributedOrders orders = new AttributedOrders();
        Map<FetchId, FetchFacts> facts = new HashMap<>();
        fetches.forEach((id, fetched) -> {
            FetchFacts fetch = facts.computeIfAbsent(id, FetchFacts::new);
            fetch.serve(fetched, new ServedAds());
            for (Written each : events()) {
                if (fetched.getFetchId().equals(each.event().get(6))) {
                    add(each.event(), fetch);
                }
            }
        });
        LinkedHashSet<FetchId> open = new LinkedHashSet<>(fetches.keySet());
        while (!open.isEmpty()) {
            FetchId fetchId = open.removeFirst();
            FetchFacts fetch = facts.getOrDefault(fetchId, new FetchFacts(fetchId));
            ServedAd ad = fetch.ad();
            if (ad != null) {
                Set<OrderKey> elsewhere = orders.elsewhere(fetch.fetchId());
                open.addAll(
                        orders.claim(
                                fetch.fetchId(),
                                FetchFacts.fold(ad, AttributionRules.BOOKED, elsewhere)
                                        .claims(fetch.history(ad, true, false))));
            }
        }
        fetches.forEach((id, fetched) ->
                orders.elsewhere(id).stream()
                        .sorted()
                        .forEach(order -> {
                            CorrectionRecorded told = events.correction(fetched);
                            told.setOrderKey(order.value());
                            told.setOrderElsewhere(true);
                            write(Topics.CORRECTIONS, told);
                        }));
    }

    private static void add(JournalEvent event, FetchFacts fetch) {
        switch (event) {
            case ClickRecorded click -> fetch.add(click);
            case ConversionRecorded conversion ->
                    fetch.add(ConversionRecorded.newBuilder(conversion).build());
            case CorrectionRecorded correction -> fetch.add(correction);
            default -> throw new IllegalArgumentException(event.toString());
        }
    }

    private void write(Topic<?> topic, JournalEvent event) {
        event.setOrgId(Cells.ORG);
        long offset = topicToNext.merge(topic.name(), 1L, Long::sum) - 1;
        Instant at = event.getOccurredAt();
        written.add(
                new Written(
                        topic,
                        new ConsumerRecord<>(
                                topic.name(),
                                0,
                                offset,
                                at.toEpochMilli(),
                                TimestampType.CREATE_TIME,
                                0,
                                0,
                                "",
                                new byte[0],
                                new RecordHeaders(),
                                Optional.empty()),
                        event));
    }
}
