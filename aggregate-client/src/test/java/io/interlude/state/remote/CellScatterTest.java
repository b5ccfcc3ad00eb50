package io.interlude.state.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.waiting.Eventually;
import io.interlude.schema.Granularity;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.RollupCell;
import io.interlude.state.query.CellsRead;
import io.interlude.state.query.RollupQuery;
import io.interlude.state.transport.InstanceGoneException;
import io.interlude.state.transport.StateInstances;
import io.interlude.state.wire.CellKind;
import io.interlude.state.wire.CellsAnswer;
import io.interlude.state.wire.CellsQuestion;
import io.interlude.state.wire.CountersAnswer;
import io.interlude.state.wire.HostedPartitions;
import io.interlude.state.wire.InstanceReport;
import io.interlude.state.wire.StoreGroup;
import io.interlude.state.wire.SubscriberPlace;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/// Report cells of four partitions on two instances. Partition n has one cell with 10^n fetches, so
/// a sum tells what is in it, and how often.
class CellScatterTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final URI A = URI.create("http://a:1");
    private static final URI B = URI.create("http://b:1");
    private static final int PARTITIONS = 4;

    private final Instances instances = new Instances();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final RemoteState state =
            new RemoteState(
                    instances,
                    List.of(A),
                    new RemoteState.Limits(2, 10),
                    new ReadTimeouts(
                            Duration.ofMillis(100),
                            Duration.ofMillis(10),
                            Duration.ofMillis(10),
                            Duration.ofSeconds(1),
                            Duration.ofMillis(100),
                            Duration.ofMillis(50)),
                    meters);
    private final RollupQuery query = state.rollups(Runnable::run);

    @BeforeEach
    void start() {
        instances.own(A, 0, 1);
        instances.own(B, 2, 3);
        state.start();
        Eventually.holds("both have told", () -> readable().missingPartitions() == 0);
    }

    @AfterEach
    void close() {
        state.close();
    }

    @Test
    void addsUpWhatTheOwnersHave() {
        assertThat(fetches(readable())).isEqualTo(1_111);
        assertThat(whole().resultNow()).hasSize(4);
    }

    @Test
    void asksAgainWhereAnAnswerBreaksOffAndCountsNothingTwice() {
        instances.breakingOff.add(B);

        CompletableFuture<List<RollupCell>> answer = whole();

        assertThat(answer.resultNow().stream().mapToLong(RollupCell::getFetches).sum())
                .isEqualTo(1_111);
    }

    @Test
    void readsTheStandbyOfAnInstanceThatIsGone() {
        instances.standby(A, 2, 3);
        instances.gone.add(B);
        Eventually.holds("the standby answers", () -> fetches(readable()) == 1_111);

        assertUnavailable(whole());
    }

    @Test
    void tellsWhatIsMissing() {
        instances.own(B, 3);
        instances.own(A, 0, 1);

        CellsRead found = readable();

        assertThat(found.missingPartitions()).isEqualTo(1);
        assertThat(fetches(found)).isEqualTo(1_011);
        assertThat(meters.get("interlude.state.partitions.missing").counter().count()).isPositive();
        assertUnavailable(whole());
    }

    @Test
    void waitsForAPartitionThatMoves() {
        instances.own(B, 3);
        var _ =
                CompletableFuture.runAsync(
                        () -> instances.own(A, 0, 1, 2),
                        CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS));

        assertThat(fetches(readable())).isEqualTo(1_111);
    }

    @Test
    void answersNothingWhereNothingCanBeRead() {
        instances.gone.addAll(List.of(A, B));

        CompletableFuture<CellsRead> answer =
                query.readableCells(new OrgId("acme"), Granularity.hour, NOON, NOON);

        await(answer);
        assertUnavailable(answer);
    }

    private CellsRead readable() {
        CompletableFuture<CellsRead> answer =
                query.readableCells(
                        new OrgId("acme"), Granularity.hour, NOON, NOON.plusSeconds(3_600));
        await(answer);
        return answer.isCompletedExceptionally()
                ? new CellsRead(List.of(), PARTITIONS)
                : answer.resultNow();
    }

    private CompletableFuture<List<RollupCell>> whole() {
        CompletableFuture<List<RollupCell>> answer =
                query.cells(new OrgId("acme"), Granularity.hour, NOON, NOON.plusSeconds(3_600));
        await(answer);
        return answer;
    }

    private static void await(CompletableFuture<?> answer) {
        Eventually.holds("an answer", answer::isDone);
    }

    private static void assertUnavailable(CompletableFuture<?> answer) {
        assertThat(answer.isCompletedExceptionally()).isTrue();
        assertThat(answer.exceptionNow()).isInstanceOf(StateUnavailableException.class);
    }

    private static long fetches(CellsRead read) {
        return read.cells().stream().mapToLong(RollupCell::getFetches).sum();
    }

    private static final class Instances implements StateInstances {
        final Set<URI> gone = ConcurrentHashMap.newKeySet();

        /// Whose next answer ends before it is complete.
        final Set<URI> breakingOff = ConcurrentHashMap.newKeySet();

        private final Map<URI, Set<Integer>> owned = new ConcurrentHashMap<>();
        private final Map<URI, Set<Integer>> followed = new ConcurrentHashMap<>();

        void own(URI url, Integer... partitions) {
            owned.put(url, Set.of(partitions));
        }

        void standby(URI url, Integer... partitions) {
            followed.put(url, Set.of(partitions));
        }

        @Override
        public CompletableFuture<InstanceReport> report(URI url) {
            if (gone.contains(url)) {
                return CompletableFuture.failedFuture(lost(url));
            }
            return CompletableFuture.completedFuture(
                    new InstanceReport(
                            url, 1, "group", PARTITIONS, Map.of(A, hosted(A), B, hosted(B))));
        }

        private Map<StoreGroup, HostedPartitions> hosted(URI url) {
            return Map.of(
                    StoreGroup.CELLS,
                    new HostedPartitions(
                            owned.getOrDefault(url, Set.of()),
                            followed.getOrDefault(url, Set.of())));
        }

        @Override
        public CompletableFuture<List<CountersAnswer>> counters(
                URI url, List<SubscriberPlace> places) {
            return CompletableFuture.failedFuture(lost(url));
        }

        @Override
        public Flux<byte[]> cells(URI url, CellsQuestion question) {
            if (gone.contains(url)) {
                return Flux.error(lost(url));
            }
            List<byte[]> frames = new ArrayList<>();
            frames.add(CellsAnswer.beginning(question));
            Set<Integer> here = new HashSet<>(owned.getOrDefault(url, Set.of()));
            if (question.standbys()) {
                here.addAll(followed.getOrDefault(url, Set.of()));
            }
            CellsAnswer<RollupCell> answer = new CellsAnswer<>(CellKind.ROLLUP);
            for (int partition : question.partitions()) {
                if (here.contains(partition)) {
                    answer.add(cell(partition));
                    frames.add(answer.drain(partition));
                    frames.add(CellsAnswer.complete(partition));
                } else {
                    frames.add(CellsAnswer.missing(partition));
                }
            }
            return breakingOff.remove(url)
                    ? Flux.fromIterable(frames.subList(0, frames.size() - 1))
                            .concatWith(Flux.error(new IOException("reset")))
                    : Flux.fromIterable(frames);
        }

        private static InstanceGoneException lost(URI url) {
            return new InstanceGoneException(url, new IOException("refused"));
        }

        private static RollupCell cell(int partition) {
            RollupCell cell = new RollupCell();
            cell.setOrgId("acme");
            cell.setGranularity(Granularity.hour);
            cell.setStartsAt(NOON);
            cell.setApplicationId("");
            cell.setAdUnitCode("unit");
            cell.setCampaignId("c");
            cell.setLineItemId("l");
            cell.setCreativeId("k");
            cell.setFormat(RenderFormat.native$);
            cell.setCurrency("USD");
            cell.setTimeZone("UTC");
            cell.setConversionGoal("");
            cell.setConversionName("");
            cell.setEventName("");
            cell.setFetches((long) Math.pow(10, partition));
            return cell;
        }
    }
}
