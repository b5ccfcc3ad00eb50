package io.interlude.context.engine;

import io.interlude.context.embedding.ReaderUnavailableException;
import io.interlude.context.engine.LineItemEmbeddings.Entry;
import io.interlude.context.relevance.LineItemEmbedder;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.OrgId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Embeds line items when their catalogue changes, in slices of time: after each slice what is done
/// may be read, and another org has its turn. Only line items whose texts changed are embedded. A
/// newer snapshot of an org replaces the one in work, which loses nothing that is done. At most one
/// snapshot of each org waits. Safe for use by many threads.
final class LineItemIndexer {
    private static final Logger LOG = LoggerFactory.getLogger(LineItemIndexer.class);
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long WORTH_A_LINE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long BETWEEN_LINES_NANOS = TimeUnit.SECONDS.toNanos(10);

    /// Between two tries with a reader that is absent.
    private static final long RETRY_MILLIS = 1_500;

    /// The order in which selection looks at line items.
    private static final Comparator<Candidate> ORDER =
            Comparator.comparing(
                    Candidate::lineItem,
                    Comparator.comparingInt(LineItem::priority)
                            .thenComparing(lineItem -> lineItem.id().value()));

    private final LineItemEmbedder embedder;
    private final Executor executor;
    private final LongSupplier nanoTime;
    private final Map<OrgId, LineItemEmbeddings> orgToEmbeddings = new ConcurrentHashMap<>();
    private final Map<OrgId, Job> orgToJob = new ConcurrentHashMap<>();

    /// @param executor runs one slice after the other, in the order in which they come
    LineItemIndexer(LineItemEmbedder embedder, Executor executor) {
        this(embedder, executor, System::nanoTime);
    }

    LineItemIndexer(LineItemEmbedder embedder, Executor executor, LongSupplier nanoTime) {
        this.embedder = embedder;
        this.executor = executor;
        this.nanoTime = nanoTime;
    }

    /// The newest embeddings of the org.
    LineItemEmbeddings embeddings(OrgId orgId) {
        return orgToEmbeddings.getOrDefault(orgId, LineItemEmbeddings.NONE);
    }

    /// Whether a snapshot of the org waits to be embedded or is in work.
    boolean isInWork(OrgId orgId) {
        return orgToJob.containsKey(orgId);
    }

    /// Asks for the embeddings of a snapshot. The answer completes when they, or those of a newer
    /// snapshot, are read with.
    CompletableFuture<Void> index(OrgCatalogue catalogue) {
        OrgId orgId = catalogue.orgId();
        while (true) {
            Job waiting = orgToJob.get(orgId);
            if (waiting == null) {
                Job job = new Job(catalogue, new CompletableFuture<>());
                if (orgToJob.putIfAbsent(orgId, job) == null) {
                    submit(orgId);
                    return job.done;
                }
            } else if (waiting.catalogue.revision() >= catalogue.revision()
                    || orgToJob.replace(orgId, waiting, new Job(catalogue, waiting.done))) {
                return waiting.done;
            }
        }
    }

    private void submit(OrgId orgId) {
        try {
            executor.execute(() -> runSlice(orgId));
        } catch (RejectedExecutionException e) {
            LOG.debug("context.index-stopped orgId={}", orgId.value(), e);
        }
    }

    /// The job stays in work, and goes on where it stopped.
    private void submitLater(OrgId orgId) {
        CompletableFuture.delayedExecutor(RETRY_MILLIS, TimeUnit.MILLISECONDS, Runnable::run)
                .execute(() -> submit(orgId));
    }

    private void runSlice(OrgId orgId) {
        Job job = orgToJob.get(orgId);
        if (job == null) {
            return;
        }
        boolean finished;
        try {
            finished = job.embed(embeddings(orgId), nanoTime.getAsLong() + SLICE_NANOS);
            orgToEmbeddings.merge(orgId, job.result(embeddings(orgId)), LineItemIndexer::newer);
        } catch (ReaderUnavailableException e) {
            LOG.debug("context.index-waits orgId={}", orgId.value(), e);
            submitLater(orgId);
            return;
        } catch (RuntimeException e) {
            LOG.error("context.index-failed orgId={}", orgId.value(), e);
            finished = true;
        }
        if (finished && orgToJob.remove(orgId, job)) {
            job.done.complete(null);
        } else {
            submit(orgId);
        }
    }

    private static LineItemEmbeddings newer(LineItemEmbeddings before, LineItemEmbeddings after) {
        return after.revision() >= before.revision() ? after : before;
    }

    /// The embedding of one snapshot. Used by one thread at a time.
    private final class Job {
        private final OrgCatalogue catalogue;
        private final CompletableFuture<Void> done;
        private final List<Candidate> candidates;
        private final @Nullable Entry[] entries;
        private int next;
        private int embedded;
        private long startNanos;
        private long lineNanos;

        /// @param done completes with this job, or with the one that replaces it
        Job(OrgCatalogue catalogue, CompletableFuture<Void> done) {
            this.catalogue = catalogue;
            this.done = done;
            this.candidates =
                    catalogue.lineItems().stream()
                            .filter(c -> !c.lineItem().context().topics().isEmpty())
                            .sorted(ORDER)
                            .toList();
            this.entries = new Entry[candidates.size()];
        }

        /// Embeds until the time is over or all is done, and tells which.
        boolean embed(LineItemEmbeddings before, long endNanos) {
            if (next == 0) {
                startNanos = nanoTime.getAsLong();
                lineNanos = startNanos;
            }
            for (; next < entries.length; next++) {
                Candidate candidate = candidates.get(next);
                Entry known = before.entry(candidate.lineItem().id());
                if (known != null && known.speaksFor(candidate)) {
                    entries[next] = known;
                } else if (nanoTime.getAsLong() - endNanos < 0) {
                    entries[next] =
                            new Entry(candidate, embedder.embed(CreativeTexts.of(candidate)));
                    embedded++;
                } else {
                    break;
                }
            }
            log();
            return next == entries.length;
        }

        /// What is embedded by now. Whatever is not yet is read by its old texts, if it has any.
        LineItemEmbeddings result(LineItemEmbeddings before) {
            List<Entry> all = new ArrayList<>();
            for (int i = 0; i < entries.length; i++) {
                Entry entry = entries[i];
                Entry entryOrOld =
                        entry == null ? before.entry(candidates.get(i).lineItem().id()) : entry;
                if (entryOrOld != null) {
                    all.add(entryOrOld);
                }
            }
            LineItemEmbeddings made = LineItemEmbeddings.of(catalogue.revision(), all, before);
            // Their vectors are in its blocks now, and the next slice's blocks take these over.
            for (int i = 0; i < next; i++) {
                entries[i] = made.entry(candidates.get(i).lineItem().id());
            }
            return made;
        }

        private void log() {
            long now = nanoTime.getAsLong();
            boolean finished = next == entries.length;
            if (finished
                    ? now - startNanos >= WORTH_A_LINE_NANOS
                    : now - lineNanos >= BETWEEN_LINES_NANOS) {
                lineNanos = now;
                LOG.info(
                        "context.index orgId={} revision={} lineItems={} of={} embedded={} millis={}",
                        catalogue.orgId().value(),
                        catalogue.revision(),
                        next,
                        entries.length,
                        embedded,
                        TimeUnit.NANOSECONDS.toMillis(now - startNanos));
            }
        }
    }
}
