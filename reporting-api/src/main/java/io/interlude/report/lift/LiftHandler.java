package io.interlude.report.lift;

import io.interlude.catalogue.record.CatalogueCodec;
import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.lift.Lift;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.HistoryFilter;
import io.interlude.journal.history.HistoryQuery;
import io.interlude.journal.history.JournalHistory;
import io.interlude.report.answer.ReportHandler;
import io.interlude.report.journal.JournalPages;
import io.interlude.schema.CampaignChanged;
import io.interlude.schema.ConversionGoalChanged;
import io.interlude.schema.EventType;
import io.interlude.schema.LineItemChanged;
import io.interlude.schema.topic.Topics;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.Answers;
import io.interlude.web.limits.OrgGate;
import io.interlude.web.limits.Place;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/// `GET /v1/reports/lift?campaign=&goal=`: how often subscribers who were served a campaign reached
/// a goal, against those who would have been and were held out, since the holdout was last changed.
public final class LiftHandler implements RouteGroup {
    private static final String CAMPAIGN = "campaign";
    private static final String GOAL = "goal";
    private static final Set<EventType> READ =
            Set.of(EventType.fetch, EventType.no_fill, EventType.conversion);
    private static final int READ_AT_ONCE = 5_000;

    private final Authenticator authenticator;
    private final JournalHistory journal;
    private final CatalogueRecords records;
    private final Duration deadline;

    /// A reading of all of the journal holds subscribers as long as it takes.
    private final OrgGate gate = new OrgGate(1, Schedulers.parallel()::schedule);

    /// @param deadline after which an answer is given up
    public LiftHandler(
            Authenticator authenticator,
            JournalHistory journal,
            CatalogueRecords records,
            Duration deadline) {
        this.authenticator = authenticator;
        this.journal = journal;
        this.records = records;
        this.deadline = deadline;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, "/v1/reports/lift", this::lift);
    }

    private Mono<ServerResponse> lift(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, ReportHandler.READERS).orgId();
        String campaignId = parameter(request, CAMPAIGN);
        String goalId = parameter(request, GOAL);
        LiftQuestion question = question(records.pinned(orgId), orgId, campaignId, goalId);
        LiftFold fold = new LiftFold(question, Place.of(request)::take);
        Instant since = question.holdout().since();
        if (since == null) {
            return Answers.json(200, json(question, fold));
        }
        Mono<ServerResponse> answer =
                JournalPages.all(journal, query(orgId, since))
                        .doOnNext(page -> page.items().forEach(fold::add))
                        .then(Mono.defer(() -> Answers.json(200, json(question, fold))));
        return gate.of(orgId.value(), answer)
                .timeout(deadline)
                .onErrorMap(TimeoutException.class, LiftHandler::tooMuch);
    }

    private static String parameter(ServerRequest request, String name) {
        return request.queryParam(name)
                .filter(value -> !value.isEmpty())
                .orElseThrow(() ->
                        Problem.ofField(
                                        Reason.INVALID_REQUEST,
                                        name,
                                        "Give the id of a " + noun(name) + ".")
                                .exception());
    }

    private static String noun(String parameter) {
        return parameter.equals(GOAL) ? "conversion goal" : parameter;
    }

    private static LiftQuestion question(
            CatalogueRecords records, OrgId orgId, String campaignId, String goalId) {
        CampaignChanged campaign =
                records.latest(Topics.CAMPAIGNS, orgId, campaignId)
                        .orElseThrow(() -> notFound(CAMPAIGN));
        ConversionGoalChanged goal =
                records.latest(Topics.CONVERSION_GOALS, orgId, goalId)
                        .orElseThrow(() -> notFound(GOAL));
        Set<String> lineItems =
                records.all(Topics.LINE_ITEMS, orgId).stream()
                        .filter(lineItem -> campaignId.equals(lineItem.getCampaignId()))
                        .map(LineItemChanged::getId)
                        .collect(Collectors.toSet());
        return new LiftQuestion(
                campaignId,
                lineItems,
                CatalogueCodec.holdout(campaign),
                CatalogueCodec.conversionGoal(goal));
    }

    private static HistoryQuery query(OrgId orgId, Instant since) {
        return new HistoryQuery(
                orgId,
                since,
                null,
                READ,
                Set.of(),
                HistoryFilter.ALL,
                false,
                READ_AT_ONCE,
                null,
                false,
                null);
    }

    private static Map<String, Object> json(LiftQuestion question, LiftFold fold) {
        Lift lift = fold.lift();
        Lift.@Nullable Interval interval = lift.interval().orElse(null);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("exposed", arm(lift.exposed()));
        json.put("heldOut", arm(lift.heldOut()));
        put(json, "lift", interval == null ? null : interval.lift());
        put(json, "low", interval == null ? null : interval.low());
        put(json, "high", interval == null ? null : interval.high());
        put(json, "since", text(question.holdout().since()));
        if (question.holdout().until() != null) {
            put(json, "until", text(question.holdout().until()));
        }
        if (fold.sample() < 1) {
            json.put("sample", fold.sample());
        }
        return json;
    }

    /// Null stays null in the answer.
    @SuppressWarnings("NullAway") // Maps of JSON hold nulls.
    private static void put(Map<String, Object> json, String name, @Nullable Object value) {
        json.put(name, value);
    }

    private static @Nullable String text(@Nullable Instant instant) {
        return instant == null ? null : instant.toString();
    }

    private static Map<String, Object> arm(Lift.Arm arm) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("subscribers", arm.subscribers());
        json.put("converted", arm.converted());
        return json;
    }

    private static ProblemException notFound(String parameter) {
        return Problem.of(Reason.NOT_FOUND, "Your org has no " + noun(parameter) + " with this id.")
                .exception();
    }

    private static Throwable tooMuch(Throwable timeout) {
        return new StateUnavailableException("the journal could not be read in time", timeout);
    }
}
