package io.interlude.report.lift;

import io.interlude.domain.lift.Lift;
import io.interlude.domain.matching.CountingVerdict;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.JudgedEvent;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.StateRead;
import io.interlude.web.limits.OverloadedException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Tells from the journal, read in the order of its times, who was served a campaign, who would
/// have been, and which of them converted afterwards. Whoever was both counts as what came first.
///
/// Holds so many subscribers at most, and as many as there is memory for: beyond that one in two of
/// them, by a hash, then one in four, and so on. Used by one thread at a time.
final class LiftFold {
    /// Subscribers that are held at most.
    static final int SUBSCRIBERS_MAX = 500_000;

    /// What each takes, about.
    static final int SUBSCRIBER_BYTES = 200;

    /// Memory is taken for so many at a time.
    private static final int SUBSCRIBERS_AT_ONCE = 1_000;

    /// Of what happened, whether or not an ad is given credit for it.
    private static final Set<CountingVerdict> FACTS =
            EnumSet.of(
                    CountingVerdict.COUNTED,
                    CountingVerdict.NOT_A_GOAL,
                    CountingVerdict.NO_CLICK,
                    CountingVerdict.OUTSIDE_WINDOW,
                    CountingVerdict.SAME_ORDER,
                    CountingVerdict.REPEATED);

    private final LiftQuestion question;
    private final int subscribersMax;
    private final LongConsumer memory;
    private final Map<String, Seen> subscriberToSeen = new HashMap<>();

    /// Subscribers that memory was taken for.
    private int room;

    private int halvings;

    /// @param memory is told of bytes before they are filled, and throws where they are not free
    LiftFold(LiftQuestion question, LongConsumer memory) {
        this(question, SUBSCRIBERS_MAX, memory);
    }

    LiftFold(LiftQuestion question, int subscribersMax, LongConsumer memory) {
        this.question = question;
        this.subscribersMax = subscribersMax;
        this.memory = memory;
    }

    void add(JudgedEvent judged) {
        String subscriber = judged.subscriber();
        if (subscriber == null || !isSampled(subscriber)) {
            return;
        }
        CountingVerdict verdict = judged.verdict();
        if (verdict == null) {
            throw new StateUnavailableException("an event's verdict was not found in time");
        }
        switch (judged.record().event()) {
            case AdFetched fetched when verdict == CountingVerdict.COUNTED -> {
                boolean served = question.campaignId().equals(fetched.getCampaignId());
                boolean heldOut = !served && holdsOut(fetched.getState());
                if (served || heldOut) {
                    saw(subscriber, fetched.getOccurredAt(), heldOut);
                }
            }
            case AdNotFilled notFilled
                    when verdict == CountingVerdict.COUNTED && holdsOut(notFilled.getState()) ->
                    saw(subscriber, notFilled.getOccurredAt(), true);
            case ConversionRecorded conversion when FACTS.contains(verdict) ->
                    converted(subscriber, conversion);
            default -> {}
        }
    }

    private boolean holdsOut(@Nullable StateRead state) {
        return state != null && state.getHeldOut().stream().anyMatch(question::isOfCampaign);
    }

    private void saw(String subscriber, Instant at, boolean heldOut) {
        if (!question.covers(at)) {
            return;
        }
        if (subscriberToSeen.size() >= room && !subscriberToSeen.containsKey(subscriber)) {
            makeRoom();
        }
        if (isSampled(subscriber)) {
            subscriberToSeen.computeIfAbsent(subscriber, _ -> new Seen(at, heldOut));
        }
    }

    private void makeRoom() {
        int more = Math.min(SUBSCRIBERS_AT_ONCE, subscribersMax - room);
        if (more > 0) {
            try {
                memory.accept((long) more * SUBSCRIBER_BYTES);
                room += more;
                return;
            } catch (OverloadedException none) {
                if (room == 0) {
                    throw none;
                }
            }
        }
        halvings++;
        subscriberToSeen.keySet().removeIf(one -> !isSampled(one));
    }

    private void converted(String subscriber, ConversionRecorded conversion) {
        Seen seen = subscriberToSeen.get(subscriber);
        String name = conversion.getConversionName();
        if (seen != null
                && name != null
                && conversion.getInvalidTraffic() == null
                && question.counts(name, seen.at, conversion.getOccurredAt())) {
            seen.converted = true;
        }
    }

    /// By a hash that has nothing to do with who is held out.
    private boolean isSampled(String subscriber) {
        int mixed = subscriber.hashCode() * 0x9E3779B9;
        return halvings == 0 || mixed >>> (Integer.SIZE - halvings) == 0;
    }

    /// Share of the subscribers that were looked at.
    double sample() {
        return 1.0 / (1L << halvings);
    }

    Lift lift() {
        return new Lift(arm(false), arm(true));
    }

    private Lift.Arm arm(boolean heldOut) {
        long subscribers = 0;
        long converted = 0;
        for (Seen seen : subscriberToSeen.values()) {
            if (seen.heldOut == heldOut) {
                subscribers++;
                converted += seen.converted ? 1 : 0;
            }
        }
        return new Lift.Arm(subscribers, converted);
    }

    private static final class Seen {
        private final Instant at;
        private final boolean heldOut;
        private boolean converted;

        Seen(Instant at, boolean heldOut) {
            this.at = at;
            this.heldOut = heldOut;
        }
    }
}
