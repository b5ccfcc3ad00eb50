package io.interlude.report.explain;

import io.interlude.catalogue.history.CatalogueHistory;
import io.interlude.domain.explain.DecisionTrace;
import io.interlude.domain.explain.Recomputation;
import io.interlude.domain.explain.Recompute;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.FetchIdProof;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.journal.decision.DecisionCodec;
import io.interlude.journal.history.JournalHistory;
import io.interlude.journal.history.PlacedRecord;
import io.interlude.journal.retention.EventOutline;
import io.interlude.report.answer.ReportHandler;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.Answers;
import io.interlude.web.limits.OrgGate;
import io.interlude.web.limits.Place;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/// `GET /v1/journal/{messageId}/decision`: why a past request was answered as it was. The decision
/// is made again from its record and the catalogue as it was, and compared.
public final class ExplainHandler implements RouteGroup {
    private final Authenticator authenticator;
    private final JournalHistory journal;
    private final PastCatalogues catalogues;
    private final FetchIdProof proof;

    /// A past catalogue takes as much as the newest one: an org has one in work.
    private final OrgGate gate = new OrgGate(1, Schedulers.parallel()::schedule);

    public ExplainHandler(
            Authenticator authenticator,
            JournalHistory journal,
            CatalogueHistory history,
            FetchIdProof proof) {
        this.authenticator = authenticator;
        this.journal = journal;
        this.catalogues = new PastCatalogues(history);
        this.proof = proof;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, "/v1/journal/{messageId}/decision", this::explain);
    }

    private Mono<ServerResponse> explain(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, ReportHandler.READERS).orgId();
        FetchId fetchId =
                FetchId.parse(request.pathVariable("messageId"))
                        .filter(parsed -> !parsed.sandbox() && proof.holds(parsed, orgId))
                        .orElseThrow(ExplainHandler::notFound);
        Place place = Place.of(request);
        return gate.of(
                orgId.value(),
                Mono.fromFuture(() -> journal.request(orgId, fetchId))
                        .publishOn(place.sideWork())
                        .flatMap(found -> explain(orgId, own(found, orgId), place)));
    }

    private static PlacedRecord own(Optional<PlacedRecord> found, OrgId orgId) {
        return found.filter(record -> record.event().getOrgId().equals(orgId.value()))
                .orElseThrow(ExplainHandler::notFound);
    }

    private Mono<ServerResponse> explain(OrgId orgId, PlacedRecord record, Place place) {
        if (EventOutline.is(record.event())) {
            throw Problem.of(
                            Reason.PAST_RETENTION,
                            "Your org does not keep the decisions of fetches as old as this one.")
                    .exception();
        }
        RecordedDecision recorded =
                recorded(record)
                        .orElseThrow(() ->
                                Problem.of(
                                                Reason.DECISION_GONE,
                                                "The record of this fetch does not tell the state"
                                                        + " that was read.")
                                        .exception());
        return Mono.fromFuture(() -> catalogues.at(orgId, recorded.catalogueRevision(), place))
                .publishOn(place.sideWork())
                .flatMap(catalogue ->
                        Answers.json(
                                200,
                                json(
                                        record,
                                        recorded,
                                        place,
                                        catalogue.orElseThrow(ExplainHandler::catalogueGone))));
    }

    private static Optional<RecordedDecision> recorded(PlacedRecord record) {
        return switch (record.event()) {
            case AdFetched fetched -> DecisionCodec.read(fetched);
            case AdNotFilled notFilled -> DecisionCodec.read(notFilled);
            default -> Optional.empty();
        };
    }

    private static Map<String, Object> json(
            PlacedRecord record,
            RecordedDecision recorded,
            Place place,
            PreparedCatalogue catalogue) {
        Recomputation again = Recompute.of(recorded, catalogue);
        place.take(again.outcome().explanationBytes());
        return DecisionJson.of(
                record, recorded, again, DecisionTrace.of(recorded, catalogue, again));
    }

    private static ProblemException notFound() {
        return Problem.of(Reason.NOT_FOUND, "Your org has no fetch with this id.").exception();
    }

    private static ProblemException catalogueGone() {
        return Problem.of(
                        Reason.CATALOGUE_GONE,
                        "The fetch is older than the history of your org's catalogue.")
                .exception();
    }
}
