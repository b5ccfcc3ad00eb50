package io.interlude.manage.simulation;

import io.interlude.catalogue.history.CatalogueEdits;
import io.interlude.catalogue.history.EditedCatalogues;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.outcome.RateKind;
import io.interlude.domain.simulation.SimulatedRequest;
import io.interlude.domain.simulation.Simulation;
import io.interlude.journal.decision.DecisionCodec;
import io.interlude.journal.history.PlacedRecord;
import io.interlude.journal.history.RecordedRequests;
import io.interlude.journal.retention.EventOutline;
import io.interlude.manage.validation.Violations;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.web.limits.WorkMemory;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Makes one simulation. Blocks.
public final class SimulationRun {
    private static final Duration SHORTEST_LEAD = Duration.ofDays(1);
    private static final Duration LONGEST_LEAD = Duration.ofDays(30);

    private final ChangesReader changes;
    private final EditedCatalogues catalogues;
    private final RecordedRequests requests;
    private final Function<String, WorkMemory> orgToMemory;

    /// @param orgToMemory that a simulation of the org's is made in
    public SimulationRun(
            ChangesReader changes,
            EditedCatalogues catalogues,
            RecordedRequests requests,
            Function<String, WorkMemory> orgToMemory) {
        this.changes = changes;
        this.catalogues = catalogues;
        this.requests = requests;
        this.orgToMemory = orgToMemory;
    }

    /// Refuses changes that break a rule.
    ///
    /// @param violations takes the rules that they break
    /// @throws io.interlude.web.refusal.ProblemException with all violations
    void check(SimulationRequest request, Violations violations) {
        changes.read(request, violations);
    }

    /// @param progress is told the share, 0 to 1, that is done
    /// @param stopped ends the run
    /// @throws io.interlude.web.limits.OverloadedException if it needs more memory than there is
    SimulationResult run(
            SimulationRequest request, DoubleConsumer progress, BooleanSupplier stopped) {
        CatalogueEdits edits = changes.read(request, new Violations());
        try (WorkMemory memory = orgToMemory.apply(request.orgId().value())) {
            Instant start =
                    edits.isEmpty()
                            ? request.from()
                            : request.from().minus(lead(request, edits, memory));
            Player player = new Player(request, edits, memory);
            requests.replay(request.orgId(), start, request.to(), player, progress, stopped);
            return SimulationResult.of(player.simulation);
        }
    }

    /// How long before the time the reading begins, so that caps know what had been served: the
    /// longest window of a cap.
    private Duration lead(SimulationRequest request, CatalogueEdits edits, WorkMemory memory) {
        long bytes = catalogues.heapBytes(request.orgId());
        memory.take(bytes);
        long newest = changes.revision(request.orgId());
        Duration longest =
                catalogues.at(request.orgId(), newest, edits).join().stream()
                        .flatMap(catalogue -> catalogue.lineItems().stream())
                        .flatMap(one ->
                                Stream.concat(
                                        one.lineItem().frequencyCaps().stream(),
                                        one.campaign().frequencyCaps().stream()))
                        .map(FrequencyCap::per)
                        .filter(Objects::nonNull)
                        .max(Duration::compareTo)
                        .orElse(SHORTEST_LEAD);
        memory.giveBack(bytes);
        return longest.compareTo(LONGEST_LEAD) > 0
                ? LONGEST_LEAD
                : longest.compareTo(SHORTEST_LEAD) < 0 ? SHORTEST_LEAD : longest;
    }

    /// Gives the records to a simulation, each with the catalogues of its revision.
    private final class Player implements RecordedRequests.Replay<Consumer<Simulation>> {
        private final Simulation simulation;
        private final RecentCatalogues recent;

        Player(SimulationRequest request, CatalogueEdits edits, WorkMemory memory) {
            this.recent = new RecentCatalogues(catalogues, request.orgId(), edits, memory);
            this.simulation = new Simulation(request.from(), !edits.isEmpty(), memory::take);
        }

        @Override
        public Optional<Consumer<Simulation>> prepare(PlacedRecord record) {
            if (record.event().getTest()) {
                return Optional.empty();
            }
            return switch (record.event()) {
                case AdFetched fetched -> decided(record, DecisionCodec.read(fetched));
                case AdNotFilled notFilled -> decided(record, DecisionCodec.read(notFilled));
                case ClickRecorded click ->
                        event(record, RateKind.CLICK, click.getInvalidTraffic());
                case ConversionRecorded conversion ->
                        event(record, RateKind.CONVERSION, conversion.getInvalidTraffic());
                // A replay has nothing else.
                default -> Optional.empty();
            };
        }

        private static Optional<Consumer<Simulation>> event(
                PlacedRecord record, RateKind kind, @Nullable Object invalid) {
            String fetchId = record.event().getFetchId();
            return fetchId == null || invalid != null
                    ? Optional.empty()
                    : Optional.of(of -> of.event(fetchId, kind));
        }

        private Optional<Consumer<Simulation>> decided(
                PlacedRecord record, Optional<RecordedDecision> decision) {
            if (EventOutline.is(record.event())) {
                Instant at = record.event().getOccurredAt();
                return Optional.of(of -> of.miss(at));
            }
            String fetchId = record.event().getFetchId();
            String subscriber = record.event().getSubscriber();
            return decision.map(one -> {
                // Hundreds of records are prepared ahead, and must not hold as many catalogues:
                // what is of another revision is made when its turn comes.
                RecentCatalogues.Pair known = recent.known(one.catalogueRevision());
                SimulatedRequest ahead = known == null ? null : again(one, subscriber, known);
                return of ->
                        of.add(
                                ahead == null
                                        ? again(one, subscriber, recent.at(one.catalogueRevision()))
                                        : ahead,
                                fetchId == null ? "" : fetchId);
            });
        }

        private static SimulatedRequest again(
                RecordedDecision decision,
                @Nullable String subscriber,
                RecentCatalogues.Pair catalogues) {
            return new SimulatedRequest(
                    decision, subscriber, catalogues.then(), catalogues.changed());
        }

        @Override
        public void take(Consumer<Simulation> prepared) {
            prepared.accept(simulation);
        }
    }
}
