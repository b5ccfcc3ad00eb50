package io.interlude.fetch.selection;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.PacingMode;
import io.interlude.fetch.harness.InMemoryJournal.Mood;
import io.interlude.fetch.harness.LineItems;
import io.interlude.fetch.harness.OneCatalogue;
import io.interlude.fetch.harness.RunningFetch;
import io.interlude.fetch.harness.RunningFetch.Answer;
import io.interlude.journal.availability.ReadinessCheck;
import io.interlude.journal.waiting.Eventually;
import io.interlude.schema.AdFetched;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Caps and budgets are exact under concurrency, whatever the aggregation's lag.
class ConcurrentFetchIT {
    private static final String BY_ONE = "{\"adUnit\": \"pause\", \"subscriber\": \"s1\"}";

    private final RunningFetch service = new RunningFetch();

    @AfterEach
    void close() {
        service.close();
    }

    /// Sends all at once while the aggregator applies at random, and counts the fills.
    private long fills(int requests, long seed, IntFunction<String> body) {
        SplittableRandom random = new SplittableRandom(seed);
        List<CompletableFuture<Answer>> answers = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            answers.add(service.postLater("?key=fetch", body.apply(i)));
            service.aggregator().apply(random.nextInt(3));
        }
        List<Integer> statuses =
                answers.stream().map(CompletableFuture::join).map(Answer::status).toList();
        assertThat(statuses).isSubsetOf(200, 204);
        return statuses.stream().filter(status -> status == 200).count();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void twoHundredFetchesOfACapOfThreeFillThree(long seed) {
        service.catalogue()
                .with(
                        LineItems.capped(
                                "li", new FrequencyCap(3, Duration.ofDays(1), CapScope.LINE_ITEM)),
                        OneCatalogue.card("li", "c1"),
                        OneCatalogue.card("li", "c2"));

        assertThat(fills(200, seed, _ -> BY_ONE)).isEqualTo(3);
        service.aggregator().applyAll();
        assertThat(fills(20, seed, _ -> BY_ONE)).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void budgetIsSpentToTheLastPlaceAndNoFurther(long seed) {
        service.catalogue()
                .with(
                        // 57 fetches at 0.001 USD, and half of one.
                        LineItems.budgeted("li", new Budget(57_500L, null, null), PacingMode.ASAP),
                        OneCatalogue.card("li", "c1"));

        long fills =
                fills(
                        200,
                        seed,
                        i ->
                                i % 2 == 0
                                        ? "{\"adUnit\": \"pause\"}"
                                        : "{\"adUnit\": \"pause\", \"subscriber\": \"s"
                                                + i
                                                + "\"}");

        assertThat(fills).isEqualTo(57);
    }

    @Test
    void evenPacingHoldsUnderConcurrency() {
        service.catalogue()
                .with(
                        LineItems.budgeted("li", new Budget(null, null, 100), PacingMode.EVEN),
                        OneCatalogue.card("li", "c1"));

        // It is noon: half of the day's 100.
        assertThat(fills(200, 9, _ -> "{\"adUnit\": \"pause\"}")).isEqualTo(50);
    }

    @Test
    void budgetServesNothingBeforeEarlierSpendIsKnown() {
        AtomicBoolean known = new AtomicBoolean();
        try (RunningFetch started =
                RunningFetch.learningOfEarlierSpend(new EarlierSpendKnown(known))) {
            started.catalogue()
                    .with(
                            LineItems.budgeted("li", new Budget(null, null, 100), PacingMode.ASAP),
                            OneCatalogue.card("li", "c1"));

            assertThat(started.post(BY_ONE).status()).isEqualTo(204);
            known.set(true);
            assertThat(started.post(BY_ONE).status()).isEqualTo(200);
        }
    }

    private record EarlierSpendKnown(AtomicBoolean known) implements ReadinessCheck {
        @Override
        public String name() {
            return "earlier-spend";
        }

        @Override
        public boolean ready() {
            return known.get();
        }
    }

    /// The aggregator applies two fetches before the journal's answer for them arrives. They must
    /// not be counted twice: a third place is still free.
    @Test
    void fetchAppliedBeforeItIsAcknowledgedCountsOnce() {
        service.catalogue()
                .with(
                        LineItems.capped("li", new FrequencyCap(3, null, CapScope.LINE_ITEM)),
                        OneCatalogue.card("li", "c1"));
        service.journal().become(Mood.HOLDING);
        List<CompletableFuture<Answer>> first = new ArrayList<>();
        for (int i = 1; i <= 2; i++) {
            first.add(service.postLater("?key=fetch", BY_ONE));
            awaitAppended(i);
        }
        service.aggregator().applyAll();

        CompletableFuture<Answer> third = service.postLater("?key=fetch", BY_ONE);
        assertThat(third).isNotDone();
        service.journal().become(Mood.WORKING);
        service.journal().answer();

        assertThat(first).allMatch(answer -> answer.join().status() == 200);
        assertThat(third.join().status()).isEqualTo(200);
        assertThat(service.post(BY_ONE).status()).isEqualTo(204);
    }

    private void awaitAppended(int count) {
        Eventually.holds("appended " + count, () -> service.journal().appended().size() >= count);
    }

    @Test
    void adaptiveRotationGivesEveryCreativeItsShareWhileNothingIsApplied() {
        service.catalogue()
                .with(
                        LineItems.aLineItem("li"),
                        OneCatalogue.card("li", "c1"),
                        OneCatalogue.card("li", "c2"));

        fills(200, 3, _ -> "{\"adUnit\": \"pause\"}");

        Map<String, Long> creativeToFetches =
                service.journal().of(Topics.FETCHES).stream()
                        .collect(groupingBy(AdFetched::getCreativeId, counting()));
        assertThat(creativeToFetches)
                .hasSize(2)
                .allSatisfy((_, n) -> assertThat(n).isGreaterThanOrEqualTo(9));
    }
}
