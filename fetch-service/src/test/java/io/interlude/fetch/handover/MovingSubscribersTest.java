package io.interlude.fetch.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.FrequencyFold;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.rotation.CreativeEngagement;
import io.interlude.domain.rotation.RotationStamp;
import io.interlude.fetch.overlay.FetchOverlay;
import io.interlude.fetch.overlay.InstanceNumber;
import io.interlude.fetch.overlay.OwnFetch;
import io.interlude.fetch.overlay.SubscriberKey;
import io.interlude.journal.append.JournalPosition;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.state.query.AggregateViews;
import io.interlude.state.query.FrequencyQuery;
import io.interlude.state.query.SubscriberState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Several instances behind a router that keeps a subscriber on one of them: they are killed, left
/// out and come back, while the aggregator lags, stops, and goes back to what it had committed.
/// However these interleave, nobody is served more than the cap.
class MovingSubscribersTest {
    private static final int STEPS = 6_000;
    private static final int INSTANCES = 3;
    private static final int PARTITION = 4;
    private static final int CAP = 3;
    private static final Duration WINDOW = Duration.ofSeconds(20);
    private static final OrgId ORG = new OrgId("acme");
    private static final LineItemId LINE_ITEM = new LineItemId("li");
    private static final CreativeId CREATIVE = new CreativeId("cr");

    private List<FrequencyAdvance> advances = List.of();
    private Instant now = Instant.parse("2026-06-10T12:00:00Z");
    private final List<Written> journal = new ArrayList<>();
    private final Aggregator aggregator = new Aggregator();
    private final List<Instance> instances = new ArrayList<>();
    private int served;
    private int found;

    private record Written(SubscriberKey subscriber, TailFetch fetch) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void nobodyIsServedMoreThanTheCap(long seed) {
        serve(new FrequencyAdvance(CapScope.LINE_ITEM, LINE_ITEM.value(), CAP), seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void noConversationIsServedMoreThanItsMaximum(long seed) {
        serve(new FrequencyAdvance(CapScope.CONVERSATION, "talk", CAP), seed);
    }

    private void serve(FrequencyAdvance counter, long seed) {
        advances = List.of(counter);
        SplittableRandom random = new SplittableRandom(seed);
        IntStream.range(0, INSTANCES).forEach(_ -> instances.add(new Instance()));

        for (int step = 0; step < STEPS; step++) {
            now = now.plusMillis(random.nextInt(20));
            aggregator.step(random);
            if (random.nextInt(300) == 0) {
                disturb(random);
            }
            Instance instance = fetch(key(random.nextInt(12)), random);
            if (random.nextInt(3) > 0) {
                instance.acknowledge(random);
            }
        }

        assertThat(served).as("served, seed %d", seed).isGreaterThan(STEPS / 100);
        assertThat(found).as("taken over, seed %d", seed).isGreaterThan(3);
        assertNobodyOverTheCap(seed);
    }

    private static SubscriberKey key(int number) {
        return new SubscriberKey(ORG, new Subscriber("s" + number));
    }

    /// By the router: the first of the subscriber's instances, in an order of its own, that is in.
    private Instance fetch(SubscriberKey key, SplittableRandom random) {
        int start = Math.floorMod(key.hashCode(), INSTANCES);
        Instance instance =
                IntStream.range(0, INSTANCES)
                        .mapToObj(i -> instances.get((start + i) % INSTANCES))
                        .filter(Instance::isIn)
                        .findFirst()
                        .orElseThrow();
        instance.fetch(key, random);
        return instance;
    }

    /// Kills an instance, or leaves it out, as long as another one stays.
    private void disturb(SplittableRandom random) {
        int index = random.nextInt(INSTANCES);
        Instance instance = instances.get(index);
        if (instances.stream().filter(Instance::isIn).count() < 2 || !instance.isIn()) {
            return;
        }
        if (random.nextBoolean()) {
            instance = new Instance();
            instances.set(index, instance);
        }
        instance.leaveOut(random.nextInt(5_000));
    }

    private void assertNobodyOverTheCap(long seed) {
        Map<SubscriberKey, List<Instant>> subscriberToTimes = new HashMap<>();
        journal.forEach(written ->
                subscriberToTimes
                        .computeIfAbsent(written.subscriber(), _ -> new ArrayList<>())
                        .add(written.fetch().servedAt()));
        subscriberToTimes.forEach((subscriber, times) -> {
            for (int i = CAP; i < times.size(); i++) {
                assertThat(times.get(i))
                        .as("%s, fetch %d, seed %d", subscriber, i, seed)
                        .isAfterOrEqualTo(times.get(i - CAP).plus(WINDOW));
            }
        });
    }

    /// Applies the journal; sometimes not at all, and sometimes a new owner begins from what the
    /// one before had committed. A standby may answer that is seconds behind that.
    private final class Aggregator implements FrequencyQuery, AggregateViews {
        private final List<Committed> history = new ArrayList<>();
        private int applied;
        private int committed;
        private Instant frozenUntil = now;
        private boolean standby;
        private int age;

        void step(SplittableRandom random) {
            if (random.nextInt(400) == 0) {
                applied = committed;
                frozenUntil = now.plusMillis(random.nextInt(4_000));
                standby = random.nextBoolean();
                age = random.nextInt(12_000);
            }
            if (!now.isBefore(frozenUntil)) {
                standby = false;
                applied = Math.min(journal.size(), applied + random.nextInt(4));
                if (random.nextInt(10) == 0) {
                    committed = applied;
                }
            }
            history.add(new Committed(now, committed));
        }

        @Override
        public CompletableFuture<SubscriberCounters> counters(
                OrgId orgId, Subscriber subscriber, int partition) {
            return CompletableFuture.completedFuture(now(new SubscriberKey(orgId, subscriber)));
        }

        @Override
        public CompletableFuture<SubscriberState> state(
                OrgId orgId, Subscriber subscriber, int partition) {
            return counters(orgId, subscriber, partition)
                    .thenApply(counters -> new SubscriberState(counters, upTo() * 10L));
        }

        private int upTo() {
            return standby ? committedAt(now.minusMillis(age)) : applied;
        }

        SubscriberCounters now(SubscriberKey subscriber) {
            int upTo = upTo();
            SubscriberCounters counters = SubscriberCounters.NONE;
            for (Written written : journal.subList(0, upTo)) {
                if (written.subscriber().equals(subscriber)) {
                    counters = advance(counters, written.fetch());
                }
            }
            return counters;
        }

        int committedAt(Instant time) {
            int found = 0;
            for (Committed each : history) {
                if (!each.at().isAfter(time)) {
                    found = each.records();
                }
            }
            return found;
        }

        @Override
        public LineItemSpend spend(OrgId orgId, LineItemId lineItemId) {
            return new LineItemSpend(
                    List.of(), committed, 0, Map.of(PARTITION, committed * 10L - 1));
        }

        @Override
        public CreativeEngagement engagement(OrgId orgId, CreativeId creativeId) {
            return CreativeEngagement.NONE;
        }

        private record Committed(Instant at, int records) {}
    }

    private static SubscriberCounters advance(SubscriberCounters counters, TailFetch fetch) {
        return FrequencyFold.advance(counters, fetch.advances(), fetch.servedAt(), fetch.offset());
    }

    /// One fetch instance, with the product's parts.
    private final class Instance {
        private final FetchOverlay overlay =
                new FetchOverlay(
                        aggregator,
                        () -> now,
                        100_000,
                        new InstanceNumber(0, INSTANCES),
                        () -> true);
        private final AppliedFloors floors = new AppliedFloors();
        private final MovedSubscribers counters =
                new MovedSubscribers(aggregator, this::tail, _ -> true);
        private final List<Unanswered> unanswered = new ArrayList<>();
        private final Set<Long> own = new HashSet<>();
        private Instant polled = Instant.MIN;
        private Instant outUntil = now;

        boolean isIn() {
            return !now.isBefore(outUntil);
        }

        /// What it had begun it ends, and then it gets no requests for a while.
        void leaveOut(int millis) {
            unanswered.forEach(each -> overlay.acknowledge(each.fetch(), each.position()));
            unanswered.clear();
            outUntil = now.plusMillis(millis);
        }

        private CompletableFuture<JournalTail.End> tail(SubscriberKey subscriber, int partition) {
            if (floors.of(partition, now).isEmpty()) {
                return CompletableFuture.failedFuture(new StateUnavailableException("too young"));
            }
            long floor = floors.of(partition, now).getAsLong();
            List<TailFetch> fetches =
                    journal.stream()
                            .filter(written -> written.subscriber().equals(subscriber))
                            .map(Written::fetch)
                            .filter(fetch -> fetch.offset() >= floor)
                            .toList();
            long applied = aggregator.now(subscriber).appliedOffset();
            found +=
                    fetches.stream().anyMatch(each -> each.offset() > applied && !isOwn(each))
                            ? 1
                            : 0;
            return CompletableFuture.completedFuture(new JournalTail.End(floor, fetches));
        }

        private boolean isOwn(TailFetch fetch) {
            return own.contains(fetch.offset());
        }

        void fetch(SubscriberKey key, SplittableRandom random) {
            if (polled.isBefore(now.minusSeconds(1))) {
                polled = now;
                floors.committed(now, Map.of(PARTITION, aggregator.committed * 10L));
            }
            CompletableFuture<SubscriberCounters> read =
                    counters.counters(key.orgId(), key.subscriber(), PARTITION);
            if (!read.isCompletedExceptionally()) {
                overlay.exclusively(key, () -> decide(key, read.join(), random));
            }
        }

        private boolean decide(
                SubscriberKey key, SubscriberCounters read, SplittableRandom random) {
            if (!mayServe(overlay.counters(key, read))) {
                return false;
            }
            OwnFetch.Places places =
                    new OwnFetch.Places(
                            ORG,
                            key,
                            read.appliedOffset(),
                            now,
                            advances,
                            LINE_ITEM,
                            CREATIVE,
                            RotationStamp.START,
                            20_000,
                            0);
            OwnFetch fetch = overlay.reserve(places, _ -> true).orElseThrow();
            if (random.nextInt(50) == 0) {
                overlay.giveBack(fetch);
                return false;
            }
            long offset = 10L * journal.size() + 3;
            journal.add(new Written(key, new TailFetch(offset, now, advances)));
            own.add(offset);
            unanswered.add(new Unanswered(fetch, new JournalPosition(PARTITION, offset)));
            served++;
            return true;
        }

        private boolean mayServe(SubscriberCounters counters) {
            return counters.counters().stream()
                            .map(FrequencyCounter::times)
                            .flatMap(List::stream)
                            .filter(time -> time.isAfter(now.minus(WINDOW)))
                            .count()
                    < CAP;
        }

        void acknowledge(SplittableRandom random) {
            if (!unanswered.isEmpty()) {
                Unanswered next = unanswered.remove(random.nextInt(unanswered.size()));
                overlay.acknowledge(next.fetch(), next.position());
            }
        }

        private record Unanswered(OwnFetch fetch, JournalPosition position) {}
    }
}
