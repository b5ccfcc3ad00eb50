package io.interlude.manage.forecast;

import io.interlude.catalogue.key.KeyKind;
import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.forecast.ForecastFold;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.decision.DecisionCodec;
import io.interlude.journal.history.PlacedRecord;
import io.interlude.journal.history.RecordedRequests;
import io.interlude.manage.lineitem.LineItems;
import io.interlude.manage.resource.CatalogueChanges;
import io.interlude.manage.resource.WriteBody;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.Answers;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/// `POST /v1/forecasts`: what a line item would be served if it were booked, saving nothing. One
/// forecast is made at a time, the journal being read for each; one more of the org waits.
public final class ForecastHandler implements RouteGroup {
    private static final String PATH = "/v1/forecasts";
    private static final Set<KeyKind> READERS = EnumSet.of(KeyKind.MGMT, KeyKind.READ);

    /// Forecasts of an org that are made or wait.
    private static final int OF_ORG_MAX = 2;

    private final Authenticator authenticator;
    private final CatalogueChanges changes;
    private final Catalogues catalogues;
    private final LineItems lineItems;
    private final RecordedRequests requests;
    private final InstantSource clock;
    private final Map<OrgId, Integer> orgToCount = new ConcurrentHashMap<>();

    public ForecastHandler(
            Authenticator authenticator,
            CatalogueChanges changes,
            Catalogues catalogues,
            LineItems lineItems,
            RecordedRequests requests,
            InstantSource clock) {
        this.authenticator = authenticator;
        this.changes = changes;
        this.catalogues = catalogues;
        this.lineItems = lineItems;
        this.requests = requests;
        this.clock = clock;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.POST, PATH, this::forecast);
    }

    private Mono<ServerResponse> forecast(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, READERS).orgId();
        return WriteBody.of(request)
                .publishOn(Schedulers.parallel())
                .flatMap(body -> forecast(orgId, body));
    }

    private Mono<ServerResponse> forecast(OrgId orgId, WriteBody body) {
        OrgCatalogue booked =
                catalogues
                        .org(orgId)
                        .orElseThrow(() ->
                                Problem.of(Reason.NOT_FOUND, "The org has no catalogue yet.")
                                        .exception());
        ForecastRequest asked =
                ForecastRequest.read(body, lineItems, changes.live(orgId), booked, now());
        return Mono.fromFuture(() -> played(orgId, booked, asked))
                .publishOn(Schedulers.parallel())
                .flatMap(fold -> Answers.json(200, ForecastJson.of(asked, fold)));
    }

    /// Times are told in milliseconds.
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private CompletableFuture<ForecastFold> played(
            OrgId orgId, OrgCatalogue booked, ForecastRequest asked) {
        if (orgToCount.merge(orgId, 1, Integer::sum) > OF_ORG_MAX) {
            leave(orgId);
            return CompletableFuture.failedFuture(
                    Problem.of(
                                    Reason.OVERLOADED,
                                    "Too many of your forecasts wait: come back after Retry-After seconds.")
                            .withHeader(HttpHeaders.RETRY_AFTER, "1")
                            .exception());
        }
        return requests.read(
                        orgId,
                        asked.basis().from(),
                        asked.basis().to(),
                        () -> new Played(asked.fold(booked)))
                .whenComplete((_, _) -> leave(orgId))
                .thenApply(Played::fold);
    }

    private void leave(OrgId orgId) {
        orgToCount.computeIfPresent(orgId, (_, count) -> count == 1 ? null : count - 1);
    }

    /// Reads the decisions of records. Test fetches and records of before the state was kept take
    /// no part.
    private record Played(ForecastFold fold) implements RecordedRequests.Taker {
        @Override
        public void take(PlacedRecord record, double weight) {
            if (!record.event().getTest()) {
                decision(record)
                        .ifPresent(decision ->
                                fold.add(decision, record.event().getSubscriber(), weight));
            }
        }

        private static Optional<RecordedDecision> decision(PlacedRecord record) {
            return switch (record.event()) {
                case AdFetched fetched -> DecisionCodec.read(fetched);
                case AdNotFilled notFilled -> DecisionCodec.read(notFilled);
                default -> Optional.empty();
            };
        }
    }
}
