package io.interlude.benchmark.audit;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.flow.FlowNode;
import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.CorrectionFold;
import io.interlude.domain.matching.CountedEvent;
import io.interlude.domain.matching.CountedFetch;
import io.interlude.domain.matching.FetchEvent;
import io.interlude.domain.matching.FetchProgress;
import io.interlude.domain.matching.Matched;
import io.interlude.domain.matching.MatchingFold;
import io.interlude.domain.matching.ServedFetch;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.rollup.CellDimensions;
import io.interlude.domain.rotation.RotationStamp;
import io.interlude.journal.decision.NoFillCauseCodec;
import io.interlude.journal.record.BillingEventCodec;
import io.interlude.journal.record.ConversionGoalCodec;
import io.interlude.journal.record.FetchEventCodec;
import io.interlude.journal.record.FlowStepCodec;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.EventType;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.RenderFormat;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes cells of a journal by the folds that the aggregator is made of, without its stores: the
/// reference that faults are planted in.
final class FoldedCells {
    static final String NODE = "ask";
    static final String CHOICE = "yes";

    private static final FlowOutline FLOW =
            new FlowOutline(Map.of(NODE, new FlowNode.ChoiceSet(Set.of(CHOICE), Set.of("later"))));

    private final ServedCellStore store;

    /// Of the request that was added last.
    private final Set<String> eventIds = new HashSet<>();

    private @Nullable Fetch last;
    private long order;

    FoldedCells(ServedCellStore store) {
        this.store = store;
    }

    /// What a fetch served.
    static Optional<FlowOutline> flow(AdFetched fetched) {
        return Optional.of(fetched.getFormat() == RenderFormat.flow ? FLOW : FlowOutline.NONE);
    }

    /// Folds a record that comes after those that it belongs to, and before the next request.
    void add(JournalEvent record) {
        switch (record) {
            case AdFetched fetched -> addFetch(fetched);
            case AdNotFilled notFilled -> addNotFilled(notFilled);
            case CorrectionRecorded correction -> addCorrection(correction);
            case ConversionRecorded conversion when conversion.getFetchId() == null -> {
                if (eventIds.add(conversion.getEventId())) {
                    store.add(
                            MatchingFold.convertedUnattributed(
                                    new OrgId(conversion.getOrgId()),
                                    conversion.getApplicationId(),
                                    FetchEventCodec.converted(conversion, "")));
                }
            }
            default -> addEvent(record);
        }
    }

    /// The cells, once everything was added.
    ServedCellStore cells() {
        endRequest();
        return store;
    }

    /// Adds what corrections changed.
    private void endRequest() {
        eventIds.clear();
        Fetch fetch = last;
        last = null;
        if (fetch == null || (!fetch.takenBack && fetch.takenBackIds.isEmpty())) {
            return;
        }
        List<CountedEvent> events =
                fetch.events.stream()
                        .map(event ->
                                new CountedEvent(
                                        event.event,
                                        event.order,
                                        fetch.takenBack || fetch.takenBackIds.contains(event.id)))
                        .toList();
        List<CountedEvent> before =
                events.stream()
                        .map(event -> new CountedEvent(event.event(), event.order(), false))
                        .toList();
        store.add(
                CorrectionFold.change(
                        new CountedFetch(fetch.served, before),
                        new CountedFetch(fetch.served, events)));
    }

    private void addFetch(AdFetched fetched) {
        endRequest();
        Fetch fetch =
                new Fetch(fetched.getFetchId(), served(fetched), hash(fetched.getSubscriber()));
        last = fetch;
        store.add(MatchingFold.fetched(fetch.served, fetched.getBilledMicros(), 0, 0));
        if (store.hasReach()) {
            store.add(MatchingFold.reached(fetch.served, fetch.subscriber));
        }
    }

    private void addNotFilled(AdNotFilled notFilled) {
        endRequest();
        store.add(
                MatchingFold.notFilled(
                        CellDimensions.unfilled(
                                new OrgId(notFilled.getOrgId()),
                                notFilled.getApplicationId(),
                                notFilled.getAdUnitCode(),
                                AdFormat.NATIVE),
                        notFilled.getOccurredAt(),
                        NoFillCauseCodec.read(notFilled)));
    }

    private void addCorrection(CorrectionRecorded correction) {
        Fetch fetch = last;
        if (fetch == null || !fetch.id.equals(correction.getFetchId())) {
            return;
        }
        if (correction.getEventType() == EventType.fetch) {
            fetch.takenBack = true;
            store.add(
                    CorrectionFold.fetchTakenBack(
                            fetch.served, correction.getBilledMicros(), fetch.subscriber));
        } else {
            fetch.takenBackIds.add(correction.getCorrectedEventId());
        }
    }

    private void addEvent(JournalEvent record) {
        Fetch fetch = last;
        if (fetch == null
                || !fetch.id.equals(record.getFetchId())
                || fetch.served.test()
                || !eventIds.add(record.getEventId())) {
            return;
        }
        if (record instanceof FlowEventRecorded step) {
            boolean flow = fetch.served.dimensions().format() == AdFormat.FLOW;
            if (!flow || FLOW.mismatch(FlowStepCodec.toDomain(step)).isPresent()) {
                return;
            }
        }
        FetchEvent event =
                FetchEventCodec.toDomain(record, fetch.served.price().amount().currency());
        Matched matched = MatchingFold.matched(fetch.served, fetch.progress, event);
        fetch.progress = matched.progress();
        fetch.events.add(new Known(record.getEventId(), event, order++));
        store.add(matched.contributions());
    }

    private static ServedFetch served(AdFetched fetched) {
        return new ServedFetch(
                new CellDimensions(
                        new OrgId(fetched.getOrgId()),
                        fetched.getApplicationId(),
                        fetched.getAdUnitCode(),
                        fetched.getCampaignId(),
                        fetched.getLineItemId(),
                        fetched.getCreativeId(),
                        fetched.getFormat() == RenderFormat.flow ? AdFormat.FLOW : AdFormat.NATIVE),
                new Price(
                        PriceModel.valueOf(fetched.getPriceModel().name().toUpperCase(Locale.ROOT)),
                        new Money(fetched.getPriceMicros(), fetched.getCurrency()),
                        BillingEventCodec.toDomain(fetched.getBillOn())),
                ZoneOffset.UTC,
                fetched.getOccurredAt(),
                new RotationStamp(0, 0),
                0,
                ConversionGoalCodec.toDomain(fetched.getConversionGoals()),
                fetched.getCountsNames(),
                Set.of(),
                fetched.getTest());
    }

    /// Any hash will do: an audit has its own.
    private static long hash(String subscriber) {
        return subscriber.hashCode() * 0x9E37_79B9_7F4A_7C15L;
    }

    private static final class Fetch {
        private final String id;
        private final ServedFetch served;
        private final long subscriber;
        private final List<Known> events = new ArrayList<>(2);
        private final Set<String> takenBackIds = new HashSet<>(0);
        private FetchProgress progress = FetchProgress.NONE;
        private boolean takenBack;

        Fetch(String id, ServedFetch served, long subscriber) {
            this.id = id;
            this.served = served;
            this.subscriber = subscriber;
        }
    }

    private record Known(String id, FetchEvent event, long order) {}
}
