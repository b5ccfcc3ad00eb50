package io.interlude.domain.prepared;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.targeting.Bits;
import io.interlude.domain.targeting.RequestAttributes;
import io.interlude.domain.targeting.TargetingIndex;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Predicate;

/// The active line items of an org, or its shadows, numbered in the order in which they come first,
/// with what is known of all of them at once: each set holds their numbers. Immutable but for what
/// it remembers; safe for use by many threads.
public final class ActiveLineItems {
    private final PreparedLineItem[] items;
    private final int[] weights;
    private final int[] priorityEnds;
    private final Map<AdFormat, long[]> formatToItems = new EnumMap<>(AdFormat.class);
    private final AdUnitIndex adUnits;
    private final long[] needingCounters;
    private final long[] conversationCapped;
    private final long[] withDayparts;
    private final long[] bounded;
    private final FlightIndex flights;
    private final TargetingIndex targeting;
    private final CapIndex caps;
    private volatile SpendMeters meters;

    /// @param items by priority
    ActiveLineItems(PreparedLineItem[] items) {
        this.items = items;
        this.weights = Arrays.stream(items).mapToInt(i -> i.lineItem().weight()).toArray();
        this.priorityEnds = priorityEnds();
        for (AdFormat format : AdFormat.values()) {
            formatToItems.put(format, where(item -> !item.creatives(format).isEmpty()));
        }
        this.adUnits =
                new AdUnitIndex(
                        Arrays.stream(items).map(item -> item.lineItem().adUnits()).toList());
        this.needingCounters = where(PreparedLineItem::needsCounters);
        this.conversationCapped = where(item -> !item.conversationCaps().isEmpty());
        this.withDayparts = where(PreparedLineItem::hasDayparts);
        this.bounded = where(item -> item.pacing().bounded());
        this.flights = new FlightIndex(items);
        this.targeting =
                TargetingIndex.of(
                        Arrays.stream(items).map(item -> item.lineItem().targeting()).toList());
        this.caps = new CapIndex(items);
        this.meters = new SpendMeters(ServingState.NOTHING, items);
    }

    private long[] where(Predicate<PreparedLineItem> property) {
        long[] numbers = Bits.none(items.length);
        for (int number = 0; number < items.length; number++) {
            if (property.test(items[number])) {
                Bits.set(numbers, number);
            }
        }
        return numbers;
    }

    private int[] priorityEnds() {
        int[] ends = new int[items.length];
        for (int number = items.length - 1; number >= 0; number--) {
            boolean last =
                    number + 1 == items.length
                            || items[number].lineItem().priority()
                                    != items[number + 1].lineItem().priority();
            ends[number] = last ? number + 1 : ends[number + 1];
        }
        return ends;
    }

    public int size() {
        return items.length;
    }

    public PreparedLineItem item(int number) {
        return items[number];
    }

    public int weight(int number) {
        return weights[number];
    }

    /// The first number of a later priority than that line item's.
    public int priorityEnd(int number) {
        return priorityEnds[number];
    }

    /// Those that may fill the ad unit in the format, as a set of the caller's own.
    public long[] candidates(AdUnit adUnit, AdFormat format) {
        boolean takesFormat = adUnit.formats().isEmpty() || adUnit.formats().contains(format);
        return takesFormat
                ? Bits.both(adUnits.on(adUnit.code()), ofFormat(format))
                : Bits.none(items.length);
    }

    private long[] ofFormat(AdFormat format) {
        return requireNonNull(formatToItems.get(format), "every format has a set");
    }

    /// Whether deciding about the ad unit can need the subscriber's counters.
    boolean needsCounters(String adUnitCode, AdFormat format) {
        return Bits.intersect(needingCounters, Bits.both(adUnits.on(adUnitCode), ofFormat(format)));
    }

    /// Whether deciding about the ad unit can need to know what a conversation was served.
    boolean hasConversationCaps(String adUnitCode, AdFormat format) {
        return Bits.intersect(
                conversationCapped, Bits.both(adUnits.on(adUnitCode), ofFormat(format)));
    }

    /// Of those, the ones that are in flight, as a set of the caller's own.
    public long[] inFlight(long[] numbers, Instant now) {
        return Bits.without(numbers, flights.grounded(now));
    }

    /// Of those, the ones that the request is meant for, as a set of the caller's own.
    public long[] targeted(long[] numbers, RequestAttributes attributes) {
        long[] targeted = numbers.clone();
        targeting.retain(attributes, targeted);
        return targeted;
    }

    public CapIndex caps() {
        return caps;
    }

    public boolean hasDayparts(int number) {
        return Bits.has(withDayparts, number);
    }

    public boolean isBounded(int number) {
        return Bits.has(bounded, number);
    }

    public SpendMeters meters(ServingState state) {
        SpendMeters known = meters;
        if (!known.isOf(state)) {
            known = new SpendMeters(state, items);
            meters = known;
        }
        return known;
    }
}
