package io.interlude.report.attribution;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.ConversionFold;
import io.interlude.domain.matching.FetchEvent;
import io.interlude.domain.matching.OrderKey;
import io.interlude.journal.record.ConversionGoalCodec;
import io.interlude.journal.record.EventBounds;
import io.interlude.journal.record.FetchEventCodec;
import io.interlude.journal.record.OrdersElsewhere;
import io.interlude.schema.AdFetched;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.EventType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The journal's facts of one fetch that decide which of its conversions count, and for what. Used
/// by one thread.
final class FetchFacts {
    /// With its place in a map, and what it served.
    private static final int OWN_BYTES = 300;

    private static final int CLICK_BYTES = 180;
    private static final int CONVERSION_BYTES = 700;
    private static final int CORRECTION_BYTES = 150;

    private final FetchId fetchId;
    private final List<Click> clicks = new ArrayList<>(1);
    private final List<ConversionRecorded> conversions = new ArrayList<>(0);
    private long textBytes;
    private Set<String> takenBack = Set.of();
    private Set<OrderKey> bookedElsewhere = Set.of();
    private boolean fetchTakenBack;
    private @Nullable ServedAd ad;
    private boolean countsNothing;

    FetchFacts(FetchId fetchId) {
        this.fetchId = fetchId;
    }

    FetchId fetchId() {
        return fetchId;
    }

    /// Takes the next click. As everywhere an id counts once, and of a fetch the first thousand.
    void add(ClickRecorded click) {
        if (!countsNothing
                && !click.getTest()
                && clicks.size() < EventBounds.EVENTS_OF_FETCH_MAX
                && clicks.stream().noneMatch(known -> known.id().equals(click.getEventId()))) {
            boolean valid = click.getInvalidTraffic() == null;
            textBytes += click.getEventId().length();
            clicks.add(new Click(click.getEventId(), click.getOccurredAt(), valid));
        }
    }

    /// Takes the next conversion. Late ones have a thousand places of their own.
    void add(ConversionRecorded conversion) {
        boolean late = conversion.getLate();
        if (countsNothing
                || conversion.getTest()
                || conversions.stream()
                                .filter(known -> known.getLate() == late)
                                .limit(EventBounds.EVENTS_OF_FETCH_MAX)
                                .count()
                        == EventBounds.EVENTS_OF_FETCH_MAX
                || conversions.stream()
                        .anyMatch(known -> known.getEventId().equals(conversion.getEventId()))) {
            return;
        }
        conversion.setEventDataJson(null);
        conversion.setSubscriber(null);
        conversion.setEncrypted(null);
        textBytes += conversion.getEventId().length();
        textBytes += length(conversion.getConversionName()) + length(conversion.getOrderId());
        conversions.add(conversion);
    }

    void add(CorrectionRecorded correction) {
        if (correction.getOrderKey() != null) {
            if (bookedElsewhere.isEmpty()) {
                bookedElsewhere = new HashSet<>();
            }
            OrdersElsewhere.apply(correction, bookedElsewhere);
        } else if (correction.getEventType() == EventType.fetch) {
            fetchTakenBack = true;
        } else {
            if (takenBack.isEmpty()) {
                takenBack = new HashSet<>();
            }
            takenBack.add(correction.getCorrectedEventId());
        }
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    /// Bytes that it takes, about.
    long heldBytes() {
        return OWN_BYTES
                + textBytes
                + (long) CLICK_BYTES * clicks.size()
                + (long) CONVERSION_BYTES * conversions.size()
                + (long) CORRECTION_BYTES * (takenBack.size() + bookedElsewhere.size());
    }

    /// Takes what was served, without which nothing counts.
    void serve(AdFetched fetched, ServedAds ads) {
        if (fetched.getTest() || fetched.getConversionGoals().isEmpty()) {
            countNothing();
        } else {
            ad = ads.of(fetched);
        }
    }

    /// Tells that the journal has no such fetch, or that no goal counts its conversions.
    void countNothing() {
        countsNothing = true;
        clicks.clear();
        conversions.clear();
        textBytes = 0;
    }

    /// True when its conversions cannot be counted before it is known what was served.
    boolean needsAd() {
        return ad == null && !countsNothing && !conversions.isEmpty();
    }

    /// The ad that was served; null as long as it is not known, and where it has no goals.
    @Nullable ServedAd ad() {
        return ad;
    }

    boolean isAnyTakenBack() {
        return fetchTakenBack || !takenBack.isEmpty();
    }

    Set<OrderKey> bookedElsewhere() {
        return bookedElsewhere;
    }

    /// The valid events that goals judge.
    ///
    /// @param corrected without those that were taken back
    /// @param late with late conversions
    List<FetchEvent> history(ServedAd served, boolean corrected, boolean late) {
        List<FetchEvent> history = new ArrayList<>(clicks.size() + conversions.size());
        if (corrected && fetchTakenBack) {
            return history;
        }
        for (Click click : clicks) {
            if (click.valid() && !(corrected && takenBack.contains(click.id()))) {
                history.add(new FetchEvent.Clicked(click.at(), 0, false));
            }
        }
        for (ConversionRecorded conversion : conversions) {
            if (conversion.getInvalidTraffic() == null
                    && (late || !conversion.getLate())
                    && !(corrected && takenBack.contains(conversion.getEventId()))) {
                history.add(FetchEventCodec.converted(conversion, served.cell().getCurrency()));
            }
        }
        return history;
    }

    /// The rules by which its conversions count.
    static ConversionFold fold(
            ServedAd served, AttributionRules rules, Set<OrderKey> ordersElsewhere) {
        return new ConversionFold(
                ConversionGoalCodec.toDomain(rules.apply(served.goals())),
                served.at(),
                new OrgId(served.cell().getOrgId()),
                new LineItemId(served.cell().getLineItemId()),
                ordersElsewhere,
                rules.goalsOfLate(served.goals()));
    }

    /// @param valid false for invalid traffic
    private record Click(String id, Instant at, boolean valid) {}
}
