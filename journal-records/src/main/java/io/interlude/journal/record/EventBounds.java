package io.interlude.journal.record;

import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.FrequencyScope;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.ShadowWin;
import io.interlude.schema.SubscriberErased;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/// Bounds of what is counted. Our own services write nothing beyond them; another writer to the
/// journal can. A text that names something becomes part of keys and sums, which only fit their
/// topics if the text is short; and a day far ahead would push today's out of a budget.
public final class EventBounds {
    /// Characters of an id, a code or a currency at most.
    public static final int TEXT_MAX = 512;

    /// Events of one fetch that are counted in one topic at most. Each of them may have to be
    /// folded anew when one is taken back.
    public static final int EVENTS_OF_FETCH_MAX = 1_000;

    /// The most by which an event may be later than its record.
    private static final Duration LEAD_MAX = Duration.ofDays(1);

    private EventBounds() {}

    /// True when the event is within the bounds.
    ///
    /// @param writtenAtMillis time of its record, in Unix milliseconds
    public static boolean fits(SpecificRecord record, long writtenAtMillis) {
        if (record instanceof SubscriberErased erased) {
            return areNames(erased.getOrgId(), erased.getSubscriber());
        }
        JournalEvent event = (JournalEvent) record;
        return isInTime(event.getOccurredAt(), writtenAtMillis)
                && areNames(
                        event.getEventId(),
                        event.getOrgId(),
                        event.getApplicationId(),
                        event.getFetchId(),
                        event.getSubscriber(),
                        event.getKeyId())
                && fitsItsType(event, writtenAtMillis);
    }

    private static boolean fitsItsType(JournalEvent event, long writtenAtMillis) {
        return switch (event) {
            case AdFetched fetched ->
                    areNames(
                                    fetched.getAdUnitCode(),
                                    fetched.getCampaignId(),
                                    fetched.getLineItemId(),
                                    fetched.getCreativeId(),
                                    fetched.getCurrency(),
                                    fetched.getTimeZone())
                            && areNames(fetched.getFrequencyScopes())
                            && areWins(fetched.getShadows());
            case AdNotFilled notFilled ->
                    areNames(notFilled.getAdUnitCode()) && areWins(notFilled.getShadows());
            case ConversionRecorded conversion -> areNames(conversion.getCurrency());
            case CorrectionRecorded correction ->
                    isInTime(correction.getCorrectedAt(), writtenAtMillis)
                            && areNames(
                                    correction.getCorrectedEventId(),
                                    correction.getAdUnitCode(),
                                    correction.getOrderKey(),
                                    correction.getCurrency())
                            && areNames(correction.getFrequencyScopes());
            default -> true;
        };
    }

    private static boolean areNames(List<FrequencyScope> scopes) {
        return scopes.stream().allMatch(scope -> areNames(scope.getId()));
    }

    private static boolean areWins(@Nullable List<ShadowWin> wins) {
        return wins == null
                || wins.stream()
                        .allMatch(win ->
                                areNames(
                                        win.getCampaignId(),
                                        win.getLineItemId(),
                                        win.getCurrency()));
    }

    private static boolean areNames(@Nullable String... texts) {
        for (String text : texts) {
            if (text != null && text.length() > TEXT_MAX) {
                return false;
            }
        }
        return true;
    }

    private static boolean isInTime(Instant time, long writtenAtMillis) {
        return !time.isAfter(Instant.ofEpochMilli(writtenAtMillis).plus(LEAD_MAX));
    }
}
