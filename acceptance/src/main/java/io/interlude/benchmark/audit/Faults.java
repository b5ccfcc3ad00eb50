package io.interlude.benchmark.audit;

import io.interlude.benchmark.audit.ServedCellStore.CellKey;
import io.interlude.domain.reach.ReachSketch;
import io.interlude.domain.rollup.CellCounters;
import io.interlude.domain.rollup.CellDimensions;
import io.interlude.domain.rollup.CellMetric;
import io.interlude.domain.rollup.CellSpan;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.HourSealed;
import io.interlude.schema.PriceModel;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/// Twenty ways in which a served number and the journal can come apart, ten in the cells and ten in
/// the journal, and five in which the journal is not as it was sealed. Each stands alone.
final class Faults {
    private Faults() {}

    /// A fault.
    sealed interface Fault {
        String name();

        /// Something is added to cells.
        ///
        /// @param changes to the cells, given their state before
        record InCells(String name, Function<ServedCellStore, List<Change>> changes)
                implements Fault {}

        /// One record of the journal is another one, or unreadable, when it is read again.
        ///
        /// @param concerns picks the record: the first that it holds for
        /// @param altered the other one; gives null for one that is gone
        record InJournal(
                String name,
                Predicate<SpecificRecord> concerns,
                UnaryOperator<@Nullable SpecificRecord> altered)
                implements Fault {}

        /// One record of the log holds other bytes, or is gone, and no number need show it.
        ///
        /// @param offset of the record, in an hour of the topic
        /// @param altered the other bytes; gives null for a record that is gone
        record InLog(
                String name,
                Topic<?> topic,
                ToLongFunction<HourSealed> offset,
                BiFunction<KafkaClients, byte[], byte @Nullable []> altered)
                implements Fault {}

        /// Manifests are not those that were made.
        record InManifests(String name, Consumer<List<HourSealed>> change) implements Fault {}
    }

    /// The addition of a fault to a cell; its negative undoes it.
    ///
    /// @param alone true for this cell only, not also the longer ones of its time
    /// @param reached additions of one more subscriber
    record Change(CellKey cell, boolean alone, CellCounters counters, int reached) {
        void apply(ServedCellStore cells, boolean back) {
            CellCounters added = back ? counters.negated() : counters;
            if (reached != 0) {
                cells.addReach(cell, ReachSketch.of(1, back ? -reached : reached));
            } else if (alone) {
                cells.addToOne(cell, added);
            } else {
                cells.addToAll(cell, added);
            }
        }
    }

    static List<Fault> all() {
        return Stream.of(inNumbers(), inWhatIsSealed()).flatMap(List::stream).toList();
    }

    private static List<Fault> inWhatIsSealed() {
        return List.of(
                new Fault.InLog(
                        "altered field that no number depends on",
                        Topics.CLICKS,
                        HourSealed::getFirstOffset,
                        Faults::withAnotherKey),
                new Fault.InLog(
                        "record gone that counts for nothing",
                        Topics.CUSTOM_EVENTS,
                        HourSealed::getFirstOffset,
                        (_, _) -> null),
                new Fault.InLog(
                        "last record of an hour gone",
                        Topics.CUSTOM_EVENTS,
                        HourSealed::getLastOffset,
                        (_, _) -> null),
                new Fault.InManifests("manifest gone", List::removeFirst),
                new Fault.InManifests("altered manifest", Faults::countOneLess));
    }

    private static byte[] withAnotherKey(KafkaClients clients, byte[] click) {
        String topic = Topics.CLICKS.name();
        ClickRecorded record = (ClickRecorded) clients.deserializer().deserialize(topic, click);
        record.setKeyId("another");
        return clients.serializer().serialize(topic, record);
    }

    private static void countOneLess(List<HourSealed> manifests) {
        HourSealed altered = HourSealed.newBuilder(manifests.getFirst()).build();
        altered.setCount(altered.getCount() - 1);
        manifests.set(0, altered);
    }

    private static List<Fault> inNumbers() {
        return List.of(
                inOne("changed count in a minute", CellMetric.FETCHES, CellSpan.MINUTE),
                inOne("changed count in an hour", CellMetric.CLICKS, CellSpan.HOUR),
                inOne("changed spend in a day", CellMetric.SPEND_MICROS, CellSpan.DAY),
                inAll("event not counted", CellMetric.READS, -1),
                inAll("event counted twice", CellMetric.SENDS, 1),
                inAll("repeat counted as unique", CellMetric.UNIQUE_CLICKS, 1),
                inAll("invalid traffic counted once more", CellMetric.INVALID_CLICKS, 1),
                new Fault.InCells("moved to another minute", Faults::moveMinute),
                new Fault.InCells("counted for another creative", Faults::moveCreative),
                new Fault.InCells("subscriber reached who was not", Faults::addReach),
                inJournal("fetch gone", AdFetched.class, Faults::isCpm, null),
                inJournal("click gone", ClickRecorded.class, Faults::isValid, null),
                inJournal("no-fill gone", AdNotFilled.class, _ -> true, null),
                inJournal("correction gone", CorrectionRecorded.class, _ -> true, null),
                inJournal(
                        "altered price of a fetch",
                        AdFetched.class,
                        Faults::isCpm,
                        fetched -> fetched.setBilledMicros(fetched.getBilledMicros() + 1)),
                inJournal(
                        "altered creative of a fetch",
                        AdFetched.class,
                        Faults::isCpm,
                        fetched -> fetched.setCreativeId("creative-other")),
                inJournal(
                        "altered test mark of a fetch",
                        AdFetched.class,
                        Faults::isCpm,
                        fetched -> fetched.setTest(true)),
                inJournal(
                        "altered time of a delivery",
                        DeliveryRecorded.class,
                        _ -> true,
                        delivery ->
                                delivery.setOccurredAt(
                                        delivery.getOccurredAt().plus(Duration.ofHours(1)))),
                inJournal(
                        "altered value of a conversion",
                        ConversionRecorded.class,
                        Faults::hasValue,
                        conversion -> conversion.setValueMicros(conversion.getValueMicros() + 1)),
                inJournal(
                        "altered class of a click",
                        ClickRecorded.class,
                        Faults::isValid,
                        click -> click.setInvalidTraffic("declared_bot")));
    }

    private static Fault inOne(String name, CellMetric metric, CellSpan span) {
        return new Fault.InCells(
                name,
                cells ->
                        List.of(
                                new Change(
                                        cells.first(metric, false).at(span),
                                        true,
                                        CellCounters.of(metric, 1),
                                        0)));
    }

    private static Fault inAll(String name, CellMetric metric, int amount) {
        return new Fault.InCells(
                name, cells -> List.of(change(cells.first(metric, false), metric, amount)));
    }

    private static List<Change> moveMinute(ServedCellStore cells) {
        CellKey from = cells.first(CellMetric.FETCHES, false);
        return List.of(
                change(from, CellMetric.FETCHES, -1),
                change(
                        from.starting(from.start().plus(Duration.ofMinutes(1))),
                        CellMetric.FETCHES,
                        1));
    }

    private static List<Change> moveCreative(ServedCellStore cells) {
        CellKey from = cells.first(CellMetric.FETCHES, false);
        CellDimensions own = from.dimensions();
        CellDimensions other =
                new CellDimensions(
                        own.orgId(),
                        own.applicationId(),
                        own.adUnitCode(),
                        own.campaignId(),
                        own.lineItemId(),
                        "creative-other",
                        own.format());
        return List.of(
                change(from, CellMetric.FETCHES, -1),
                change(from.of(other), CellMetric.FETCHES, 1));
    }

    private static List<Change> addReach(ServedCellStore cells) {
        CellKey first = cells.first(CellMetric.FETCHES, false);
        CellKey minute = new CellKey(first.span(), first.start(), first.dimensions(), "", false);
        return List.of(new Change(minute, false, CellCounters.NONE, 1));
    }

    private static Change change(CellKey minute, CellMetric metric, long amount) {
        return new Change(minute, false, CellCounters.of(metric, amount), 0);
    }

    private static <V extends SpecificRecord> Fault inJournal(
            String name, Class<V> type, Predicate<V> concerns, @Nullable Consumer<V> change) {
        return new Fault.InJournal(
                name,
                record -> type.isInstance(record) && concerns.test(type.cast(record)),
                record -> {
                    if (change == null || record == null) {
                        return null;
                    }
                    change.accept(type.cast(record));
                    return record;
                });
    }

    private static boolean isCpm(AdFetched fetched) {
        return fetched.getPriceModel() == PriceModel.cpm && !fetched.getTest();
    }

    private static boolean isValid(ClickRecorded click) {
        return click.getInvalidTraffic() == null;
    }

    private static boolean hasValue(ConversionRecorded conversion) {
        return conversion.getFetchId() == null
                && conversion.getValueMicros() != null
                && conversion.getInvalidTraffic() == null;
    }
}
