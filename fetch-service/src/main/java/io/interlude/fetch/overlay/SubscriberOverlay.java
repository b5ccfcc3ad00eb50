package io.interlude.fetch.overlay;

import io.interlude.domain.frequency.FrequencyFold;
import io.interlude.domain.frequency.SubscriberCounters;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Own fetches of each subscriber, to be added to counters that may not include them. Safe for use
/// by many threads; what must happen in one step for one subscriber runs in [#exclusively].
final class SubscriberOverlay {
    private static final int STRIPE_BITS = 10;

    /// 2 to the power of 32, divided by the golden ratio.
    private static final int SPREAD = 0x9E3779B9;

    /// Two subscribers that share a stripe wait for each other's decision.
    private final Stripe[] stripes =
            Stream.generate(Stripe::new).limit(1 << STRIPE_BITS).toArray(Stripe[]::new);

    /// Runs one step with the subscriber's fetches held still. The step must not wait.
    <T> T exclusively(SubscriberKey subscriber, Supplier<T> step) {
        synchronized (stripe(subscriber)) {
            return step.get();
        }
    }

    void add(SubscriberKey subscriber, OwnFetch fetch) {
        Stripe stripe = stripe(subscriber);
        synchronized (stripe) {
            stripe.fetches.computeIfAbsent(subscriber, _ -> new SubscriberFetches()).add(fetch);
        }
    }

    void remove(SubscriberKey subscriber, OwnFetch fetch) {
        Stripe stripe = stripe(subscriber);
        synchronized (stripe) {
            SubscriberFetches fetches = stripe.fetches.get(subscriber);
            if (fetches != null && fetches.remove(fetch)) {
                stripe.fetches.remove(subscriber);
            }
        }
    }

    /// The counters with every own fetch that they do not include.
    Overlaid overlay(SubscriberKey subscriber, SubscriberCounters read) {
        Stripe stripe = stripe(subscriber);
        synchronized (stripe) {
            SubscriberFetches fetches = stripe.fetches.get(subscriber);
            return fetches == null ? new Overlaid(read, null) : overlay(fetches, read);
        }
    }

    private static Overlaid overlay(SubscriberFetches fetches, SubscriberCounters read) {
        fetches.settle();
        SubscriberCounters counters = read;
        for (var own : fetches.acknowledgedAfter(read.appliedOffset()).entrySet()) {
            counters = advance(counters, own.getValue(), own.getKey());
        }
        for (OwnFetch own : fetches.pending()) {
            counters = advance(counters, own, counters.appliedOffset() + 1);
        }
        return new Overlaid(
                counters,
                doubts(fetches.pending(), fetches.lastAcknowledged(), read.appliedOffset()));
    }

    private static SubscriberCounters advance(
            SubscriberCounters counters, OwnFetch fetch, long offset) {
        OwnFetch.Places places = fetch.places();
        return FrequencyFold.advance(counters, places.advances(), places.servedAt(), offset);
    }

    /// The aggregator may apply a fetch before this process hears that the journal has it; such a
    /// fetch is then counted twice. That cannot be so for one whose decision read counters as new
    /// as these, nor while nothing newer than the acknowledged ones is applied.
    private static @Nullable CompletableFuture<Void> doubts(
            Collection<OwnFetch> pending, long known, long applied) {
        CompletableFuture<?>[] doubtful =
                pending.stream()
                        .filter(own -> applied > Math.max(known, own.places().appliedBefore()))
                        .map(OwnFetch::settled)
                        .toArray(CompletableFuture<?>[]::new);
        return doubtful.length == 0 ? null : CompletableFuture.allOf(doubtful);
    }

    private Stripe stripe(SubscriberKey subscriber) {
        // By the upper bits of a product: the stripe's own map goes by the lower bits of the hash,
        // and with these all of a stripe's subscribers would share one bucket there.
        return stripes[(subscriber.hashCode() * SPREAD) >>> (Integer.SIZE - STRIPE_BITS)];
    }

    /// Counters with own fetches added.
    ///
    /// @param settling null when they are exact; else they may count a fetch twice until this is
    ///   complete
    record Overlaid(SubscriberCounters counters, @Nullable CompletableFuture<Void> settling) {}

    /// The subscribers that share a lock; also the lock.
    private static final class Stripe {
        private final Map<SubscriberKey, SubscriberFetches> fetches = new HashMap<>();
    }
}
