package io.interlude.journal.history;

import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.matching.CountingVerdict;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A filter of events by facts that are known once their fetch is. An empty set keeps all.
///
/// @param adUnits codes
/// @param verdicts an event whose verdict is not known has none of them
/// @param subscriber owner of the events; null for all
public record HistoryFilter(
        Set<String> lineItemIds,
        Set<String> creativeIds,
        Set<String> adUnits,
        Set<String> applicationIds,
        Set<CountingVerdict> verdicts,
        @Nullable Owner subscriber) {
    /// Keeps every event.
    public static final HistoryFilter ALL = ofLineItems(Set.of());

    public HistoryFilter {
        lineItemIds = Set.copyOf(lineItemIds);
        creativeIds = Set.copyOf(creativeIds);
        adUnits = Set.copyOf(adUnits);
        applicationIds = Set.copyOf(applicationIds);
        verdicts = Set.copyOf(verdicts);
    }

    /// Events of fetches that served these line items alone; all where there are none.
    public static HistoryFilter ofLineItems(Set<String> lineItemIds) {
        return new HistoryFilter(lineItemIds, Set.of(), Set.of(), Set.of(), Set.of(), null);
    }

    /// Everything of one subscriber.
    public static HistoryFilter of(Owner subscriber) {
        return new HistoryFilter(Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), subscriber);
    }

    /// A subscriber whose events are asked for.
    ///
    /// @param partition that of all the subscriber's fetches, and of the events that belong to them
    public record Owner(Subscriber subscriber, int partition) {
        /// An event that does not name its subscriber lies beside its fetch.
        private boolean mayOwn(PlacedRecord record) {
            return subscriber.value().equals(record.event().getSubscriber())
                    || (record.place().partition() == partition
                            && !HistoryReading.isRequest(record));
        }

        private boolean owns(JudgedEvent event) {
            if (event.verdict() == null
                    && event.fetched() == null
                    && !HistoryReading.isRequest(event.record())) {
                throw new StateUnavailableException("an event's fetch was not found in time");
            }
            return subscriber.value().equals(event.subscriber());
        }
    }

    /// True when the record is asked for, as far as it alone can tell.
    boolean mayKeep(PlacedRecord record) {
        return subscriber == null || subscriber.mayOwn(record);
    }

    /// True when the event is asked for.
    ///
    /// @throws StateUnavailableException if a subscriber's events are asked for and the subscriber
    ///   of this one is not known
    public boolean keeps(JudgedEvent event) {
        AdFetched fetched = event.fetched();
        return keeps(lineItemIds, fetched == null ? null : fetched.getLineItemId())
                && keeps(creativeIds, fetched == null ? null : fetched.getCreativeId())
                && keeps(adUnits, adUnit(event))
                && keeps(applicationIds, application(event))
                && keeps(verdicts, event.verdict())
                && (subscriber == null || subscriber.owns(event));
    }

    private static <T> boolean keeps(Set<T> wanted, @Nullable T value) {
        return wanted.isEmpty() || (value != null && wanted.contains(value));
    }

    private static @Nullable String adUnit(JudgedEvent event) {
        AdFetched fetched = event.fetched();
        if (fetched != null) {
            return fetched.getAdUnitCode();
        }
        return event.record().event() instanceof AdNotFilled notFilled
                ? notFilled.getAdUnitCode()
                : null;
    }

    private static @Nullable String application(JudgedEvent event) {
        String own = event.record().event().getApplicationId();
        AdFetched fetched = event.fetched();
        return own == null && fetched != null ? fetched.getApplicationId() : own;
    }
}
