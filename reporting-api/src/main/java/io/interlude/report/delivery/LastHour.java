package io.interlude.report.delivery;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.delivery.HeldBack;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.CountingVerdict;
import io.interlude.journal.decision.DecisionCodec;
import io.interlude.journal.history.HistoryFilter;
import io.interlude.journal.history.HistoryPage;
import io.interlude.journal.history.HistoryQuery;
import io.interlude.journal.history.JournalHistory;
import io.interlude.journal.history.JudgedEvent;
import io.interlude.report.journal.JournalPages;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.EventType;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// The rules that held line items back in the last hour, by the journal's decisions: of all
/// requests up to [#MOST_REQUESTS], beyond that of so many of the latest. Safe for use by many
/// threads.
///
/// Reading takes a second or so where requests are many. One reading of an org serves everybody for
/// some seconds, and while the next one is under way the one before answers; only who asks first
/// waits.
public final class LastHour {
    /// Requests that are read at most for one answer.
    static final int MOST_REQUESTS = 1_000;

    /// Ages at which stretches of the hour begin, the latest stretch first: where requests are
    /// many, the first one has enough of them.
    private static final List<Duration> AGES =
            List.of(Duration.ZERO, Duration.ofMinutes(10), Duration.ofHours(1));

    /// How long a new reading is waited for where there is one before it.
    private static final Duration MOMENT = Duration.ofMillis(100);

    private final JournalHistory journal;
    private final InstantSource clock;
    private final Duration patience;
    private final Duration freshFor;
    private final Map<OrgId, Reading> orgToReading = new ConcurrentHashMap<>();

    /// @param patience how long a reading takes; it then tells what was read by then
    /// @param freshFor how long one reading serves everybody
    public LastHour(
            JournalHistory journal, InstantSource clock, Duration patience, Duration freshFor) {
        this.journal = requireNonNull(journal, "journal is null");
        this.clock = requireNonNull(clock, "clock is null");
        this.patience = requireNonNull(patience, "patience is null");
        this.freshFor = requireNonNull(freshFor, "freshFor is null");
    }

    /// What held the org's line items back. Fails with
    /// [io.interlude.journal.availability.StateUnavailableException] when the journal cannot be
    /// read now.
    Mono<HeldBack> of(OrgId orgId) {
        return Mono.defer(() -> {
            Instant now = clock.instant();
            return orgToReading
                    .compute(
                            orgId,
                            (_, last) ->
                                    last != null && now.isBefore(last.begunAt().plus(freshFor))
                                            ? last
                                            : begin(orgId, now, last))
                    .answer();
        });
    }

    private Reading begin(OrgId orgId, Instant now, @Nullable Reading last) {
        AtomicReference<@Nullable HeldBack> latest =
                last == null ? new AtomicReference<>() : last.latest();
        Mono<HeldBack> reading = read(orgId).doOnNext(latest::set).cache();
        return new Reading(now, reading, latest);
    }

    private Mono<HeldBack> read(OrgId orgId) {
        return Flux.range(1, AGES.size() - 1)
                .concatMap(number -> decisions(orgId, clock.instant(), number), 1)
                .take(MOST_REQUESTS)
                .take(patience)
                .reduceWith(
                        HeldBack::new,
                        (heldBack, decision) -> {
                            heldBack.add(
                                    decision.adUnitCode(), decision.format(), decision.verdicts());
                            return heldBack;
                        });
    }

    private Flux<RecordedDecision> decisions(OrgId orgId, Instant now, int number) {
        HistoryQuery requests =
                new HistoryQuery(
                        orgId,
                        now.minus(AGES.get(number)),
                        number == 1 ? null : now.minus(AGES.get(number - 1)),
                        Set.of(EventType.fetch, EventType.no_fill),
                        Set.of(),
                        HistoryFilter.ALL,
                        false,
                        MOST_REQUESTS,
                        null,
                        true,
                        null);
        return JournalPages.all(journal, requests)
                .concatMapIterable(HistoryPage::items)
                .mapNotNull(event -> decision(event).orElse(null));
    }

    /// One reading of an org's last hour.
    ///
    /// @param latest what the latest that ended has found, this one or one before
    private record Reading(
            Instant begunAt, Mono<HeldBack> reading, AtomicReference<@Nullable HeldBack> latest) {
        Mono<HeldBack> answer() {
            HeldBack known = latest.get();
            return known == null ? reading : reading.timeout(MOMENT, Mono.just(known));
        }
    }

    /// Of a request that counts: test traffic and what was taken back hold nothing back.
    private static Optional<RecordedDecision> decision(JudgedEvent judged) {
        if (judged.verdict() != CountingVerdict.COUNTED) {
            return Optional.empty();
        }
        return switch (judged.record().event()) {
            case AdFetched fetched -> DecisionCodec.read(fetched);
            case AdNotFilled notFilled -> DecisionCodec.read(notFilled);
            default -> Optional.empty();
        };
    }
}
