package io.interlude.report.attribute;

import io.interlude.catalogue.snapshot.AttributeProgress;
import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.RecordDecoder;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.record.AttributionWindow;
import io.interlude.report.attribute.AttributeStore.Meta;
import io.interlude.report.attribute.JournalFollower.Share;
import io.interlude.report.rollup.AttributeQuery;
import io.interlude.report.rollup.CellSlice;
import io.interlude.schema.AdFetched;
import io.interlude.schema.SettingsChanged;
import io.interlude.schema.topic.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The attributes that orgs report by, by the `reportedAttributes` of their settings.
///
/// What is declared anew is counted from the journal's beginning beside what there is, and takes
/// its place once it has caught up. One org's is counted at a time, with two threads at most; then
/// one thread goes on for all of them. Safe for use by many threads.
public final class AttributeFolds implements AttributeQuery, AttributeProgress, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AttributeFolds.class);
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final int CATCH_UP_THREADS_MAX = 2;

    private final Path folder;
    private final long memoryBytes;
    private final KafkaClients kafka;
    private final CatalogueRecords records;
    private final Catalogues catalogues;
    private final Function<AdFetched, Optional<FlowOutline>> flows;
    private final AttributionWindow window;
    private final List<AttributeFold> folds = new CopyOnWriteArrayList<>();
    private final Map<AttributeFold, Integer> foldToSharesLeft = new HashMap<>();
    private final List<JournalFollower> catchUp = new ArrayList<>();
    private final ScheduledExecutorService executor =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("attributes").daemon().factory());
    private @Nullable AttributeStore store;
    private @Nullable JournalFollower tail;

    /// @param folder of this process alone; what is lost of it is counted again
    /// @param memoryBytes bound of the store's memory
    /// @param flows what a fetch served; empty as long as it is not known
    /// @param window after which events of a fetch do not count
    public AttributeFolds(
            Path folder,
            long memoryBytes,
            KafkaClients kafka,
            CatalogueRecords records,
            Catalogues catalogues,
            Function<AdFetched, Optional<FlowOutline>> flows,
            AttributionWindow window) {
        this.folder = folder;
        this.memoryBytes = memoryBytes;
        this.kafka = kafka;
        this.records = records;
        this.catalogues = catalogues;
        this.flows = flows;
        this.window = window;
    }

    /// Counts until it is closed.
    public void start() {
        var _ =
                executor.scheduleWithFixedDelay(
                        this::lookOnce, 0, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void lookOnce() {
        try {
            look();
        } catch (RuntimeException e) {
            // A thrown exception would end the looking.
            LOG.warn("event=attributes_later", e);
        }
    }

    private synchronized void look() {
        Set<OrgId> orgs = new HashSet<>();
        for (OrgId orgId : records.orgs()) {
            if (!declared(orgId).isEmpty()) {
                orgs.add(orgId);
            }
        }
        if (store == null && orgs.isEmpty()) {
            return;
        }
        AttributeStore opened = open();
        folds.forEach(fold -> orgs.add(fold.orgId()));
        orgs.forEach(orgId -> look(orgId, opened));
        if (foldToSharesLeft.isEmpty()) {
            folds.stream()
                    .filter(fold -> !fold.isComplete())
                    .findFirst()
                    .ifPresent(fold -> {
                        foldToSharesLeft.put(fold, catchUp.size());
                        catchUp.forEach(follower -> follower.add(fold));
                    });
        }
    }

    private AttributeStore open() {
        AttributeStore opened = store;
        if (opened == null) {
            opened = new AttributeStore(folder, memoryBytes);
            store = opened;
            RecordDecoder decoder = new RecordDecoder(kafka.countedDeserializer());
            JournalFollower following =
                    new JournalFollower(
                            "attributes-tail",
                            () -> kafka.projectionConsumer("attributes"),
                            decoder,
                            flows,
                            window,
                            Share.TAIL,
                            AttributeFold::beLive);
            tail = following;
            following.start();
            int threads =
                    Math.min(CATCH_UP_THREADS_MAX, Runtime.getRuntime().availableProcessors());
            for (int i = 0; i < threads; i++) {
                JournalFollower follower =
                        new JournalFollower(
                                "attributes-" + i,
                                kafka::mergingConsumer,
                                decoder,
                                flows,
                                window,
                                new Share(i, threads, false),
                                this::endShare);
                catchUp.add(follower);
                follower.start();
            }
            for (Meta meta : opened.metas()) {
                AttributeFold fold = new AttributeFold(opened, meta, KeptValues.MOST);
                folds.add(fold);
                if (meta.complete()) {
                    following.add(fold);
                }
            }
        }
        return opened;
    }

    private void look(OrgId orgId, AttributeStore opened) {
        List<String> names = declared(orgId);
        ZoneId zone = zone(orgId);
        List<AttributeFold> own =
                folds.stream().filter(fold -> fold.orgId().equals(orgId)).toList();
        Optional<AttributeFold> live =
                own.stream().filter(fold -> fold.isLive() && fold.covers(names, zone)).findFirst();
        boolean coming = own.stream().anyMatch(fold -> fold.covers(names, zone));
        for (AttributeFold fold : own) {
            boolean replaced = live.isPresent() && live.get() != fold;
            boolean outdated = !fold.isLive() && !fold.covers(names, zone);
            if (names.isEmpty() || replaced || outdated || fold.isOfAnotherJournal()) {
                drop(fold);
            }
        }
        if (!names.isEmpty() && !coming) {
            int id = 1 + folds.stream().mapToInt(fold -> fold.meta().id()).max().orElse(0);
            Meta meta = new Meta(id, orgId, names, zone, false);
            opened.drop(id);
            opened.write(meta);
            folds.add(new AttributeFold(opened, meta, KeptValues.MOST));
            LOG.info("event=attributes_begun org={} attributes={}", orgId, names);
        }
    }

    private void drop(AttributeFold fold) {
        folds.remove(fold);
        foldToSharesLeft.remove(fold);
        fold.drop();
    }

    private synchronized void endShare(AttributeFold fold) {
        Integer left = foldToSharesLeft.computeIfPresent(fold, (_, shares) -> shares - 1);
        if (left != null && left == 0) {
            foldToSharesLeft.remove(fold);
            fold.complete();
            if (tail != null) {
                tail.add(fold);
            }
            LOG.info("event=attributes_counted org={}", fold.orgId());
        }
    }

    private List<String> declared(OrgId orgId) {
        List<String> names =
                records.all(Topics.SETTINGS, orgId).stream()
                        .filter(settings -> !settings.getArchived())
                        .findFirst()
                        .map(SettingsChanged::getReportedAttributes)
                        .orElse(null);
        return names == null ? List.of() : names.stream().sorted().toList();
    }

    private ZoneId zone(OrgId orgId) {
        return catalogues.timeZone(orgId).orElse(ZoneOffset.UTC);
    }

    private Optional<AttributeFold> live(OrgId orgId, String attribute) {
        ZoneId zone = zone(orgId);
        return folds.stream()
                .filter(fold -> fold.orgId().equals(orgId) && fold.isLive())
                .filter(fold -> fold.covers(List.of(attribute), zone))
                .findFirst();
    }

    @Override
    public SortedMap<String, Double> progress(OrgId orgId) {
        SortedMap<String, Double> nameToProgress = new TreeMap<>();
        for (String name : declared(orgId)) {
            double progress =
                    folds.stream()
                            .filter(fold -> fold.orgId().equals(orgId))
                            .filter(fold -> fold.covers(List.of(name), zone(orgId)))
                            .mapToDouble(AttributeFold::progress)
                            .max()
                            .orElse(0);
            nameToProgress.put(name, progress);
        }
        return nameToProgress;
    }

    @Override
    public void await(OrgId orgId, Map<TopicPartition, Long> ends, Duration longest) {
        long deadlineNanos = System.nanoTime() + longest.toNanos();
        for (AttributeFold fold : folds) {
            if (fold.orgId().equals(orgId) && fold.isLive() && !isRead(fold, ends, deadlineNanos)) {
                throw new StateUnavailableException("the attributes are not counted in time");
            }
        }
    }

    private static boolean isRead(
            AttributeFold fold, Map<TopicPartition, Long> ends, long deadlineNanos) {
        try {
            return fold.awaitRead(ends, deadlineNanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public String label(OrgId orgId, String attribute, String value) {
        return live(orgId, attribute).map(fold -> fold.label(attribute, value)).orElse(value);
    }

    @Override
    public void forEach(
            OrgId orgId, String attribute, CellSlice slice, Consumer<AttributeQuery.Cell> taker) {
        live(orgId, attribute)
                .orElseThrow(() -> new StateUnavailableException("the attribute is not counted"))
                .forEach(attribute, slice, taker);
    }

    @Override
    public void close() {
        executor.shutdownNow();
        List<JournalFollower> followers = new ArrayList<>();
        AttributeStore opened;
        synchronized (this) {
            followers.addAll(catchUp);
            if (tail != null) {
                followers.add(tail);
            }
            opened = store;
        }
        followers.forEach(JournalFollower::close);
        if (opened != null) {
            opened.close();
        }
    }
}
