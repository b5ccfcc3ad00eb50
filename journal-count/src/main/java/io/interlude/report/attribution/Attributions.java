package io.interlude.report.attribution;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.projection.RecordListener;
import io.interlude.report.rollup.CellDifferences;
import io.interlude.schema.AttributionRecorded;
import io.interlude.schema.topic.Topic;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// The versions of attribution of all orgs, as `catalogue.attributions` has them. Each process
/// folds them from the journal for itself: so any of them answers, and after a restart they run
/// until they are there again. Safe for use by many threads.
public final class Attributions implements RecordListener, CellDifferences.Versions, AutoCloseable {
    /// Versions of an org at most: each counts every conversion.
    static final int OF_ORG_MAX = 100;

    /// With so many, readers begin no further one. Versions stay for ever, and the rest is for
    /// those who book.
    static final int OF_READERS_MAX = OF_ORG_MAX / 2;

    private final Writer writer;
    private final Folds folds;
    private final AttributionMemory memory = new AttributionMemory();
    private final Map<OrgId, Org> orgs = new HashMap<>();

    /// Writes a record of a key; completes once it is safe.
    @FunctionalInterface
    public interface Writer {
        CompletableFuture<Void> write(String key, AttributionRecorded value);
    }

    /// @param folds begins to read the conversions of an org
    public Attributions(Writer writer, Folds folds) {
        this.writer = writer;
        this.folds = folds;
    }

    /// Begins a version.
    ///
    /// @param most versions of the org with it
    /// @return completes once it is written down, so that it will be folded whatever happens
    /// @throws io.interlude.web.refusal.ProblemException `conflict` for a taken id, `rate_limited`
    ///   if the org has too many
    CompletableFuture<Map<String, Object>> start(Attribution attribution, int most) {
        synchronized (orgs) {
            Map<String, Attribution> own = org(attribution.orgId()).idToAttribution;
            if (own.containsKey(attribution.id())) {
                throw Problem.ofField(
                                Reason.CONFLICT,
                                "id",
                                "Your org has a version of attribution with this id: choose another.")
                        .exception();
            }
            if (own.size() >= most) {
                throw Problem.of(
                                Reason.RATE_LIMITED,
                                "Your key begins a version of attribution only while your org has"
                                        + " fewer than %d.".formatted(most))
                        .exception();
            }
            own.put(attribution.id(), attribution);
        }
        return writer.write(
                        attribution.orgId().value() + '/' + attribution.id(),
                        AttributionJson.record(attribution))
                .handle((_, failure) -> {
                    if (failure != null) {
                        forget(attribution);
                        throw Problem.of(
                                        Reason.JOURNAL_UNAVAILABLE,
                                        "The version could not be saved: try again.")
                                .exception();
                    }
                    take(attribution);
                    return find(attribution.orgId(), attribution.id()).orElseThrow();
                });
    }

    private Org org(OrgId orgId) {
        return orgs.computeIfAbsent(orgId, _ -> new Org());
    }

    private void forget(Attribution attribution) {
        synchronized (orgs) {
            org(attribution.orgId()).idToAttribution.remove(attribution.id(), attribution);
        }
    }

    private void take(Attribution attribution) {
        synchronized (orgs) {
            Org org = org(attribution.orgId());
            org.idToAttribution.put(attribution.id(), attribution);
            OrgFold fold = org.fold;
            if (fold == null) {
                fold = folds.begin(attribution.orgId(), memory.ofOrg());
                org.fold = fold;
            }
            fold.conversions().add(attribution.id(), attribution.rules());
        }
    }

    /// The org's version of the id, as clients see it.
    Optional<Map<String, Object>> find(OrgId orgId, String id) {
        return attribution(orgId, id).map(this::body);
    }

    private Map<String, Object> body(Attribution attribution) {
        OrgConversions conversions = conversions(attribution.orgId());
        return conversions == null
                ? AttributionJson.of(attribution, AttributionStatus.RUNNING, 0)
                : AttributionJson.of(
                        attribution, conversions.status(attribution.id()), conversions.progress());
    }

    /// The org's versions, the newest first.
    List<Map<String, Object>> list(OrgId orgId) {
        List<Attribution> own;
        synchronized (orgs) {
            Org org = orgs.get(orgId);
            own = org == null ? List.of() : List.copyOf(org.idToAttribution.values());
        }
        return own.stream()
                .sorted(
                        Comparator.comparing(Attribution::startedAt)
                                .reversed()
                                .thenComparing(Attribution::id))
                .map(this::body)
                .toList();
    }

    private Optional<Attribution> attribution(OrgId orgId, String id) {
        synchronized (orgs) {
            Org org = orgs.get(orgId);
            return Optional.ofNullable(org == null ? null : org.idToAttribution.get(id));
        }
    }

    private @Nullable OrgConversions conversions(OrgId orgId) {
        OrgFold fold = fold(orgId);
        return fold == null ? null : fold.conversions();
    }

    private @Nullable OrgFold fold(OrgId orgId) {
        synchronized (orgs) {
            Org org = orgs.get(orgId);
            return org == null ? null : org.fold;
        }
    }

    /// The rules of a version; those as booked for null.
    ///
    /// @throws io.interlude.web.refusal.ProblemException `invalid_request` for an unknown id
    public AttributionRules rules(OrgId orgId, @Nullable String id) {
        return id == null
                ? AttributionRules.BOOKED
                : attribution(orgId, id).map(Attribution::rules).orElseThrow(Attributions::unknown);
    }

    private static RuntimeException unknown() {
        return Problem.ofField(
                        Reason.INVALID_REQUEST,
                        "attribution",
                        "Your org has no version of attribution with this id.")
                .exception();
    }

    @Override
    public CellDifferences of(OrgId orgId, @Nullable String id) {
        if (id == null) {
            return CellDifferences.NONE;
        }
        if (attribution(orgId, id).isEmpty()) {
            throw unknown();
        }
        OrgConversions conversions = conversions(orgId);
        if (conversions != null && conversions.status(id) == AttributionStatus.FAILED) {
            throw Problem.of(
                            Reason.STATE_UNAVAILABLE,
                            "The version has failed: it, or the versions of your org together, count"
                                    + " more than fits into memory.")
                    .exception();
        }
        return Optional.ofNullable(conversions)
                .flatMap(reading -> reading.differences(id))
                .orElseThrow(() ->
                        Problem.of(
                                        Reason.STATE_UNAVAILABLE,
                                        "The version is not folded up to now: see its status, and"
                                                + " try again.")
                                .withHeader("Retry-After", "5")
                                .exception());
    }

    /// Waits until the org's versions count all records before these offsets.
    ///
    /// @throws io.interlude.journal.availability.StateUnavailableException if they do not within
    ///   the deadline
    public void await(OrgId orgId, Map<TopicPartition, Long> placeToEnd, Duration deadline) {
        OrgFold fold = fold(orgId);
        if (fold != null) {
            fold.await(placeToEnd, deadline);
        }
    }

    @Override
    public void onRecord(
            Topic<?> topic, ConsumerRecord<String, byte[]> source, SpecificRecord value) {
        take(AttributionJson.read((AttributionRecorded) value));
    }

    @Override
    public void onBatchEnd(boolean atEnd) {}

    @Override
    public void close() {
        synchronized (orgs) {
            orgs.values()
                    .forEach(org -> {
                        OrgFold fold = org.fold;
                        if (fold != null) {
                            fold.close();
                        }
                    });
        }
    }

    /// Begins to read the conversions of orgs.
    @FunctionalInterface
    public interface Folds {
        /// The fold of an org, which is under way.
        ///
        /// @param memory that its versions may hold
        OrgFold begin(OrgId orgId, AttributionMemory.OfOrg memory);
    }

    private static final class Org {
        private final Map<String, Attribution> idToAttribution = new HashMap<>();
        private @Nullable OrgFold fold;
    }
}
