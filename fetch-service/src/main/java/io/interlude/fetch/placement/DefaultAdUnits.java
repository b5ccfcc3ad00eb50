package io.interlude.fetch.placement;

import io.interlude.catalogue.command.CatalogueWriter;
import io.interlude.catalogue.command.StaleRevisionException;
import io.interlude.catalogue.record.CatalogueEntry;
import io.interlude.catalogue.record.CatalogueKeys;
import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.identity.AdUnitId;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.OrgId;
import io.interlude.schema.AdUnitChanged;
import io.interlude.schema.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/// Makes default ad units on first use. Of two instances that make the same one at the same time
/// one writes it, and the other finds it.
final class DefaultAdUnits {
    private static final Logger LOG = LoggerFactory.getLogger(DefaultAdUnits.class);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
    private static final int MOST_TRIES = 5;
    private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");

    private final CatalogueRecords records;
    private final CatalogueWriter writer;
    private final InstantSource clock;
    private final Map<Wanted, CompletableFuture<AdUnitChanged>> running = new ConcurrentHashMap<>();

    DefaultAdUnits(CatalogueRecords records, CatalogueWriter writer, InstantSource clock) {
        this.records = records;
        this.writer = writer;
        this.clock = clock;
    }

    /// The ad unit, in the catalogue when this completes. If that takes too long the fetch goes on
    /// with it nevertheless, and the next one tries again.
    Mono<AdUnit> make(Wanted wanted) {
        AdUnitChanged hoped = record(wanted, clock.instant());
        return Mono.defer(() -> Mono.fromFuture(made(wanted), true))
                .timeout(LONGEST_WAIT)
                .publishOn(Schedulers.parallel())
                .onErrorResume(failure -> {
                    LOG.warn(
                            "ad_unit.not_made org={} cause={}",
                            wanted.orgId(),
                            failure.getClass().getSimpleName());
                    return Mono.just(hoped);
                })
                .map(record -> adUnit(wanted, record));
    }

    private static AdUnit adUnit(Wanted wanted, AdUnitChanged record) {
        return new AdUnit(
                new AdUnitId(record.getId()),
                wanted.code(),
                record.getName(),
                wanted.applicationId(),
                Set.of());
    }

    private CompletableFuture<AdUnitChanged> made(Wanted wanted) {
        CompletableFuture<AdUnitChanged> mine = new CompletableFuture<>();
        CompletableFuture<AdUnitChanged> other = running.putIfAbsent(wanted, mine);
        if (other != null) {
            return other;
        }
        return commit(wanted, MOST_TRIES)
                .whenComplete((record, failure) -> {
                    running.remove(wanted);
                    if (failure == null) {
                        mine.complete(record);
                    } else {
                        mine.completeExceptionally(failure);
                    }
                });
    }

    /// Another instance may have made it, or changed something else of the org.
    private CompletableFuture<AdUnitChanged> commit(Wanted wanted, int triesLeft) {
        OrgId orgId = wanted.orgId();
        long basis = records.revision(orgId);
        Optional<AdUnitChanged> found = found(wanted);
        if (found.isPresent()) {
            return CompletableFuture.completedFuture(found.get());
        }
        AdUnitChanged record = record(wanted, clock.instant());
        CatalogueEntry<AdUnitChanged> entry =
                new CatalogueEntry<>(
                        Topics.AD_UNITS, CatalogueKeys.of(orgId, record.getId()), record);
        return writer.commit(orgId, basis, List.of(entry))
                .thenApply(_ -> record)
                .exceptionallyCompose(failure ->
                        triesLeft > 0 && hasMoved(failure)
                                ? commit(wanted, triesLeft - 1)
                                : CompletableFuture.failedFuture(failure));
    }

    private Optional<AdUnitChanged> found(Wanted wanted) {
        return records.all(Topics.AD_UNITS, wanted.orgId()).stream()
                .filter(adUnit -> !adUnit.getArchived())
                .filter(adUnit -> adUnit.getCode().equals(wanted.code()))
                .findFirst();
    }

    private static boolean hasMoved(Throwable failure) {
        return failure instanceof StaleRevisionException
                || failure.getCause() instanceof StaleRevisionException;
    }

    private AdUnitChanged record(Wanted wanted, Instant now) {
        String id = id(wanted);
        int version = latest(wanted.orgId(), id).map(AdUnitChanged::getVersion).orElse(0) + 1;
        AdUnitChanged record = new AdUnitChanged();
        record.setOrgId(wanted.orgId().value());
        record.setId(id);
        record.setVersion(version);
        record.setRevision(0L);
        record.setRevisionSize(1);
        record.setChangedAt(now);
        record.setChangedBy(null);
        record.setArchived(false);
        record.setCode(wanted.code());
        record.setName("Default ad unit");
        ApplicationId applicationId = wanted.applicationId();
        record.setApplicationId(applicationId == null ? null : applicationId.value());
        record.setFormats(List.of());
        return record;
    }

    /// The code where it can serve as the id and no other ad unit has that; else an id made of it.
    private String id(Wanted wanted) {
        String code = wanted.code();
        boolean free =
                ID.matcher(code).matches()
                        && latest(wanted.orgId(), code)
                                .map(taken -> taken.getCode().equals(code))
                                .orElse(true);
        return free
                ? code
                : "default-" + UUID.nameUUIDFromBytes(code.getBytes(StandardCharsets.UTF_8));
    }

    private Optional<AdUnitChanged> latest(OrgId orgId, String id) {
        return records.latest(Topics.AD_UNITS, orgId, id);
    }

    /// A default ad unit that the catalogue lacks.
    record Wanted(OrgId orgId, String code, @Nullable ApplicationId applicationId) {}
}
