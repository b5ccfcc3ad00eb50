package io.interlude.catalogue.command;

import static io.interlude.catalogue.record.CatalogueFixtures.aCampaign;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.catalogue.key.KeyRing;
import io.interlude.catalogue.record.CatalogueEntry;
import io.interlude.catalogue.record.CatalogueKeys;
import io.interlude.catalogue.snapshot.CatalogueProjection;
import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.append.CatalogueFullException;
import io.interlude.journal.append.DiskShareUsedUpException;
import io.interlude.journal.append.OversizedRecordException;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.kafka.TestKafka;
import io.interlude.journal.outbox.DiskReserve;
import io.interlude.journal.outbox.DiskShares;
import io.interlude.journal.projection.TopicReader;
import io.interlude.journal.waiting.Eventually;
import io.interlude.schema.CampaignChanged;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Processes that change one catalogue side by side, on a real broker.
class CatalogueWritersIT {
    private static final int CHANGES = 200;

    /// What a writer that lost its place to each refusal could not keep.
    private static final Duration ONE_DEADLINE = Duration.ofSeconds(5);

    @RegisterExtension
    static final TestKafka KAFKA =
            new TestKafka().with(1, Topics.catalogue()).with(1, List.of(Topics.CATALOGUE_HISTORY));

    /// What a process has that changes catalogues.
    private static final class Writing {
        private final CatalogueProjection projection =
                KAFKA.opened(
                        new CatalogueProjection(
                                InstantSource.system(), new KeyRing(), new SimpleMeterRegistry()));
        private final KafkaCatalogueWriter writer;
        private final AtomicInteger decisions = new AtomicInteger();

        Writing() {
            this(Long.MAX_VALUE, DiskShares.none());
        }

        /// @param mostHeapBytes of one org
        Writing(long mostHeapBytes, DiskShares disk) {
            KafkaClients clients = KAFKA.clients();
            TopicReader reader =
                    KAFKA.follow(
                            "catalogue", Topics.catalogue(), projection, new SimpleMeterRegistry());
            writer =
                    KAFKA.opened(
                            new KafkaCatalogueWriter(
                                    () -> clients.transactionalProducer("catalogue-writer"),
                                    projection,
                                    new KafkaCatchUp(
                                            clients::admin, clients::readingConsumer, reader),
                                    _ -> List.of(),
                                    RecordBound.ofHeap(clients.serializer(), mostHeapBytes),
                                    disk));
        }

        /// Adds one to the number that a campaign has for a name.
        CompletableFuture<Long> count(OrgId orgId) {
            decisions.incrementAndGet();
            CatalogueRecords now = projection.pinned(orgId);
            Optional<CampaignChanged> before = now.latest(Topics.CAMPAIGNS, orgId, "counter");
            int number = before.map(it -> Integer.parseInt(it.getName())).orElse(0) + 1;
            return writer.commit(orgId, now.revision(orgId), List.of(counter(orgId, number)))
                    .exceptionallyComposeAsync(failure -> again(orgId, failure));
        }

        private CompletableFuture<Long> again(OrgId orgId, Throwable failure) {
            boolean moved =
                    failure instanceof CompletionException
                            && failure.getCause() instanceof StaleRevisionException;
            return moved ? count(orgId) : CompletableFuture.failedFuture(failure);
        }

        String counted(OrgId orgId) {
            return projection
                    .latest(Topics.CAMPAIGNS, orgId, "counter")
                    .map(CampaignChanged::getName)
                    .orElse("0");
        }
    }

    private static CatalogueEntry<CampaignChanged> counter(OrgId orgId, int number) {
        CampaignChanged campaign =
                aCampaign("counter")
                        .setOrgId(orgId.value())
                        .setVersion(number)
                        .setName(Integer.toString(number))
                        .build();
        return new CatalogueEntry<>(Topics.CAMPAIGNS, CatalogueKeys.of(orgId, "counter"), campaign);
    }

    private static long join(CompletableFuture<Long> committed) {
        return committed.orTimeout(60, TimeUnit.SECONDS).join();
    }

    @Test
    void changesInTurnGiveEachRevisionOnce() {
        OrgId orgId = new OrgId("turns");
        List<Writing> processes = List.of(new Writing(), new Writing());

        List<Long> revisions = new ArrayList<>();
        for (int i = 0; i < CHANGES / 4; i++) {
            revisions.add(join(processes.get(i % 2).count(orgId)));
        }

        assertThat(revisions).containsExactlyElementsOf(upTo(CHANGES / 4));
        String counted = Integer.toString(CHANGES / 4);
        assertThat(processes.get((CHANGES / 4 - 1) % 2).counted(orgId)).isEqualTo(counted);
    }

    @Test
    void aResourceThatNoTopicTakesIsRefusedAtOnceAndHoldsUpNobody() {
        Writing process = new Writing();
        OrgId others = new OrgId("others");
        join(process.count(others));
        String large = "x".repeat(Topics.LARGEST_RECORD_BYTES);
        CampaignChanged campaign =
                aCampaign("large").setOrgId("large").setAdvertiserName(large).build();
        CatalogueEntry<?> entry =
                new CatalogueEntry<>(
                        Topics.CAMPAIGNS, CatalogueKeys.of(new OrgId("large"), "large"), campaign);
        long startNanos = System.nanoTime();

        for (int i = 0; i < 5; i++) {
            CompletableFuture<Long> refused =
                    process.writer.commit(new OrgId("large"), 0, List.of(entry));
            CompletableFuture<Long> counted = process.count(others);

            assertThatThrownBy(() -> join(refused))
                    .cause()
                    .isInstanceOfSatisfying(
                            OversizedRecordException.class,
                            it -> assertThat(it.field()).isEqualTo("advertiserName"));
            assertThat(join(counted)).isEqualTo(i + 2);
        }

        assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(ONE_DEADLINE);
    }

    @Test
    void anOrgIsRefusedWhatWouldTakeMoreMemoryThanItMayAndStillChangesAndArchives() {
        Writing process = new Writing(3_000, DiskShares.none());
        OrgId orgId = new OrgId("hoarder");
        List<CatalogueEntry<?>> three =
                List.of(
                        named(orgId, "a", false),
                        named(orgId, "b", false),
                        named(orgId, "c", false));
        join(process.writer.commit(orgId, 0, three));

        for (List<CatalogueEntry<?>> more :
                List.<List<CatalogueEntry<?>>>of(
                        List.of(named(orgId, "d", false), named(orgId, "e", false)),
                        List.of(named(orgId, "a".repeat(64), false), named(orgId, "d", false)))) {
            assertThatThrownBy(() -> process.writer.requireRoom(orgId, more))
                    .isInstanceOf(CatalogueFullException.class);
            assertThatThrownBy(() -> join(process.writer.commit(orgId, 1, more)))
                    .hasCauseInstanceOf(CatalogueFullException.class);
        }

        assertThat(join(process.writer.commit(orgId, 1, List.of(named(orgId, "a", false)))))
                .isEqualTo(2);
        assertThat(join(process.writer.commit(orgId, 2, List.of(named(orgId, "a", true)))))
                .isEqualTo(3);
        assertThat(join(process.count(new OrgId("another")))).isEqualTo(1);
        assertThat(new Writing().projection.revision(orgId)).isEqualTo(3);
    }

    @Test
    void anOrgIsRefusedWhatTakesMoreOfTheDiskThanItMayAndStillArchives() {
        DiskShares disk =
                DiskShares.of(
                        DiskReserve.none(),
                        3_000,
                        InstantSource.system(),
                        "catalogue",
                        new SimpleMeterRegistry());
        Writing process = new Writing(Long.MAX_VALUE, disk);
        OrgId orgId = new OrgId("scribbler");

        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 100; i++) {
                                join(process.count(orgId));
                            }
                        })
                .hasCauseInstanceOf(DiskShareUsedUpException.class);

        long revision = process.projection.revision(orgId);
        assertThat(revision).isPositive();
        assertThat(join(process.writer.commit(orgId, revision, List.of(named(orgId, "a", true)))))
                .isEqualTo(revision + 1);
        assertThat(join(process.count(new OrgId("reader")))).isEqualTo(1);
    }

    private static CatalogueEntry<CampaignChanged> named(OrgId orgId, String id, boolean archived) {
        CampaignChanged campaign =
                aCampaign(id).setOrgId(orgId.value()).setArchived(archived).build();
        return new CatalogueEntry<>(Topics.CAMPAIGNS, CatalogueKeys.of(orgId, id), campaign);
    }

    @Test
    void changesAtTheSameTimeAreAllKeptAndNoneIsWrittenOnAnOldView() {
        // given
        OrgId orgId = new OrgId("busy");
        List<Writing> processes = List.of(new Writing(), new Writing());

        // when each process makes its changes one after the other, as commands of an org are made
        List<CompletableFuture<List<Long>>> running =
                processes.stream()
                        .map(process ->
                                CompletableFuture.supplyAsync(
                                        () -> {
                                            List<Long> revisions = new ArrayList<>();
                                            for (int i = 0; i < CHANGES / 2; i++) {
                                                revisions.add(join(process.count(orgId)));
                                            }
                                            return revisions;
                                        },
                                        command -> Thread.ofPlatform().start(command)))
                        .toList();
        List<Long> revisions =
                running.stream().flatMap(each -> each.join().stream()).sorted().toList();

        // then
        assertThat(revisions).containsExactlyElementsOf(upTo(CHANGES));
        for (Writing process : processes) {
            Eventually.holds(
                    "all are counted",
                    () -> process.counted(orgId).equals(Integer.toString(CHANGES)));
        }
    }

    @Test
    void aChangeThatWasDecidedOnAnOldRevisionIsNotWritten() {
        // given
        OrgId orgId = new OrgId("old");
        Writing one = new Writing();
        Writing other = new Writing();
        join(one.count(orgId));

        // when
        CompletableFuture<Throwable> late =
                other.writer
                        .commit(orgId, 0, List.of(counter(orgId, 100)))
                        .handle((_, failure) -> failure);

        // then
        assertThat(late.orTimeout(60, TimeUnit.SECONDS).join())
                .hasCauseInstanceOf(StaleRevisionException.class);
        assertThat(other.projection.revision(orgId)).isEqualTo(1);
        assertThat(other.counted(orgId)).isEqualTo("1");
    }

    @Test
    void tellsTheNewestRevisionOfAnyProcess() {
        OrgId orgId = new OrgId("news");
        Writing one = new Writing();
        Writing other = new Writing();

        for (long revision = 1; revision <= 20; revision++) {
            join(one.count(orgId));
            assertThat(join(other.writer.newest(orgId))).isEqualTo(revision);
            assertThat(other.projection.revision(orgId)).isEqualTo(revision);
        }
    }

    @Test
    void changesOfManyOrgsInOneProcessAllShow() {
        Writing process = new Writing();
        process.writer.prepare();
        List<OrgId> orgs =
                LongStream.range(0, 50).mapToObj(number -> new OrgId("org" + number)).toList();

        List<CompletableFuture<Long>> commits = orgs.stream().map(process::count).toList();

        assertThat(commits.stream().map(CatalogueWritersIT::join)).containsOnly(1L).hasSize(50);
        assertThat(orgs).allMatch(orgId -> process.counted(orgId).equals("1"));
    }

    private static List<Long> upTo(int count) {
        return LongStream.rangeClosed(1, count).boxed().toList();
    }
}
