package io.interlude.ingest.correction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.ingest.harness.Fetches;
import io.interlude.ingest.identity.FetchIdentity;
import io.interlude.schema.AdFetched;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.EventType;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.topic.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/// What searches for events and lists of corrections hold, and for whom.
class CorrectionMemoryTest {
    private static final OrgId ACME = new OrgId("acme");
    private static final Duration WINDOW = Duration.ofDays(30);

    private final List<JournalEvent> journal = new ArrayList<>();

    /// Bytes that were told of.
    private long told;

    /// Gives every search the journal of the test.
    private final EventSearch search =
            new EventSearch() {
                @Override
                public <T> CompletableFuture<T> search(OrgId orgId, Function<Reading, T> search) {
                    return CompletableFuture.supplyAsync(
                            () -> search.apply(CorrectionMemoryTest.this::read), Runnable::run);
                }
            };

    private void read(List<? extends Topic<?>> topics, Instant from, EventSearch.Taker taker) {
        for (JournalEvent event : journal) {
            boolean asked =
                    topics.stream().anyMatch(topic -> topic.valueType() == event.getClass());
            if (asked && !taker.take(new EventSearch.Found(3, event))) {
                return;
            }
        }
    }

    private CompletableFuture<CorrectionSearch.Outcome> find(
            Optional<String> lineItem, LongConsumer memory) {
        CorrectionSearch corrections =
                new CorrectionSearch(search, new FetchIdentity(Fetches.PROOF, () -> 12), WINDOW);
        return corrections.find(
                ACME,
                new CorrectionRequest.ByFilter(
                        Fetches.NOW.minus(Duration.ofDays(1)),
                        Fetches.NOW.plusSeconds(1),
                        Set.of(),
                        lineItem.orElse(null),
                        null),
                Fetches.NOW,
                memory);
    }

    @Test
    void aSearchCountsTheEventsThatItHolds() {
        for (int number = 0; number < 100; number++) {
            journal.add(click(number));
        }

        CorrectionSearch.Outcome found = find(Optional.empty(), bytes -> told += bytes).join();

        assertThat(found.events()).hasSize(100);
        assertThat(told).isBetween(100L * 1_000, 100L * 2_000);
    }

    @Test
    void aSearchCountsTheFetchesOfALineItem() {
        for (int number = 0; number < 100; number++) {
            journal.add(fetch(number));
        }
        journal.add(click(7));
        journal.add(click(1_000));

        CorrectionSearch.Outcome found = find(Optional.of("l1"), bytes -> told += bytes).join();

        assertThat(found.events().values())
                .extracting(draft -> draft.record().getFetchId())
                .contains(fetchId(7))
                .doesNotContain(fetchId(1_000));
        assertThat(told).isGreaterThan(101L * 1_000 + 100 * 72);
    }

    @Test
    void aSearchEndsWhereItsRequestMayHoldNoMore() {
        for (int number = 0; number < 100; number++) {
            journal.add(click(number));
        }

        CompletableFuture<CorrectionSearch.Outcome> found =
                find(
                        Optional.empty(),
                        bytes -> {
                            told += bytes;
                            if (told > 10_000) {
                                throw new IllegalStateException("full");
                            }
                        });

        assertThatThrownBy(found::join).hasMessageContaining("full");
        assertThat(told).isLessThan(20_000);
    }

    @Test
    void aListHoldsTheEventsOfItsPageAlone() {
        // given: 1,000 corrections of 100 events each
        for (int number = 0; number < 1_000; number++) {
            for (int event = 0; event < 100; event++) {
                journal.add(correction(number, event));
                // A write that was retried.
                journal.add(correction(number, event));
            }
        }

        // when
        Map<String, Object> page =
                new PastCorrections(search)
                        .page(
                                ACME,
                                new PastCorrections.Wanted(10, Optional.empty()),
                                bytes -> told += bytes)
                        .join();

        // then
        assertThat(page.get("items"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(10)
                .first()
                .extracting("correctionId", "events")
                .containsExactly("c0999", 100);
        assertThat(page).containsKey("nextCursor");
        assertThat(told).isBetween(11L * 100 * 100, 3_000L * 128);
    }

    private static JournalEvent click(int number) {
        ClickRecorded click = new ClickRecorded();
        click.setEventType(EventType.click);
        click.setEventId(new UUID(7, number).toString());
        click.setOrgId(ACME.value());
        click.setFetchId(fetchId(number));
        click.setOccurredAt(Fetches.NOW);
        click.setReceivedAt(Fetches.NOW);
        return click;
    }

    private static JournalEvent fetch(int number) {
        AdFetched fetched = new AdFetched();
        fetched.setEventType(EventType.fetch);
        fetched.setEventId(new UUID(8, number).toString());
        fetched.setOrgId(ACME.value());
        fetched.setFetchId(fetchId(number));
        fetched.setLineItemId("l1");
        fetched.setFrequencyScopes(List.of());
        fetched.setOccurredAt(Fetches.NOW);
        fetched.setReceivedAt(Fetches.NOW);
        return fetched;
    }

    private static String fetchId(int number) {
        FetchId fetchId = Fetches.PROOF.make(ACME, Fetches.NOW.toEpochMilli(), 3, number);
        return fetchId.toString();
    }

    private static JournalEvent correction(int number, int event) {
        CorrectionRecorded correction = new CorrectionRecorded();
        correction.setOrgId(ACME.value());
        correction.setCorrectionId("c%04d".formatted(number));
        correction.setCorrectedEventId(new UUID(number, event).toString());
        correction.setReceivedAt(Fetches.NOW.plusMillis(number));
        correction.setReason("bots");
        return correction;
    }
}
