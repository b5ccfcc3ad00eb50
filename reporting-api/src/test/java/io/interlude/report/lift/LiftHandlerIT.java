package io.interlude.report.lift;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.domain.catalogue.ConversionGoal;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.lift.Holdout;
import io.interlude.domain.matching.CountingVerdict;
import io.interlude.journal.json.Json;
import io.interlude.report.boot.ReportServer;
import io.interlude.report.fixture.Cells;
import io.interlude.report.fixture.FixedKeys;
import io.interlude.report.fixture.InMemoryHistory;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.CampaignChanged;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.ConversionGoalChanged;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FrequencyReading;
import io.interlude.schema.LineItemChanged;
import io.interlude.schema.ServingStatus;
import io.interlude.schema.StateRead;
import io.interlude.schema.topic.Topic;
import io.interlude.web.limits.OverloadedException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class LiftHandlerIT {
    private static final Instant SINCE = Instant.parse("2026-06-01T00:00:00Z");
    private static final Instant NOW = Instant.parse("2026-06-10T12:00:00Z");
    private static final InstantSource CLOCK = InstantSource.fixed(NOW);

    private final InMemoryHistory history = new InMemoryHistory(3);
    private final HttpClient client = HttpClient.newHttpClient();
    private final ReportServer server =
            new ReportServer(
                    CLOCK,
                    Duration.ofSeconds(1),
                    new LiftHandler(
                            new FixedKeys(), history, new OneCampaign(), Duration.ofSeconds(20)));

    @AfterEach
    void close() {
        server.close();
        client.close();
    }

    private HttpResponse<String> get(String key, String query) throws Exception {
        return client.send(
                HttpRequest.newBuilder(server.uri("/v1/reports/lift" + query))
                        .header("Authorization", "Bearer " + key)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private JsonNode lift() throws Exception {
        HttpResponse<String> answer = get("il_read_1", "?campaign=c-1&goal=g-1");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Json.MAPPER.readTree(answer.body());
    }

    private static Instant at(int hour) {
        return SINCE.plus(Duration.ofHours(hour));
    }

    private void serve(String subscriber, int hour, CountingVerdict verdict) {
        AdFetched fetched = new AdFetched();
        fetched.setEventId("f-" + subscriber);
        fetched.setEventType(EventType.fetch);
        fetched.setOccurredAt(at(hour));
        fetched.setReceivedAt(at(hour));
        fetched.setOrgId(Cells.ORG);
        fetched.setSubscriber(subscriber);
        fetched.setCampaignId("c-1");
        fetched.setLineItemId("li-1");
        history.add(at(hour), fetched, verdict, fetched);
    }

    private void holdOut(String subscriber, int hour, String lineItem) {
        AdNotFilled notFilled = new AdNotFilled();
        notFilled.setEventId("n-" + subscriber);
        notFilled.setEventType(EventType.no_fill);
        notFilled.setOccurredAt(at(hour));
        notFilled.setReceivedAt(at(hour));
        notFilled.setOrgId(Cells.ORG);
        notFilled.setSubscriber(subscriber);
        StateRead state = new StateRead();
        state.setFrequency(FrequencyReading.not_read);
        state.setHeldOut(List.of(lineItem));
        notFilled.setState(state);
        history.add(at(hour), notFilled, CountingVerdict.COUNTED, null);
    }

    private void convert(
            @Nullable String subscriber, int hour, String name, CountingVerdict verdict) {
        ConversionRecorded conversion = new ConversionRecorded();
        conversion.setEventId("c-" + subscriber + hour);
        conversion.setEventType(EventType.conversion);
        conversion.setOccurredAt(at(hour));
        conversion.setReceivedAt(at(hour));
        conversion.setOrgId(Cells.ORG);
        conversion.setSubscriber(subscriber);
        conversion.setSource(EventSource.offline);
        conversion.setConversionName(name);
        history.add(at(hour), conversion, verdict, null);
    }

    @Test
    void comparesThoseServedWithThoseHeldOut() throws Exception {
        for (int i = 0; i < 40; i++) {
            serve("served-" + i, 1, CountingVerdict.COUNTED);
            holdOut("held-" + i, 1, "li-1");
        }
        for (int i = 0; i < 20; i++) {
            convert("served-" + i, 2, "order", CountingVerdict.COUNTED);
            convert("served-" + i, 3, "order", CountingVerdict.COUNTED);
        }
        for (int i = 0; i < 10; i++) {
            convert("held-" + i, 2, "order", CountingVerdict.COUNTED);
        }

        JsonNode body = lift();

        assertThat(body.path("exposed").toString())
                .isEqualTo("{\"subscribers\":40,\"converted\":20}");
        assertThat(body.path("heldOut").toString())
                .isEqualTo("{\"subscribers\":40,\"converted\":10}");
        assertThat(body.path("lift").doubleValue()).isCloseTo(1, Offset.offset(1e-9));
        assertThat(body.path("low").doubleValue()).isNegative();
        assertThat(body.path("high").doubleValue()).isGreaterThan(1);
        assertThat(body.path("since").asString()).isEqualTo(SINCE.toString());
        assertThat(body.has("sample")).isFalse();
    }

    @Test
    void countsOnlyWhatTheExperimentIsAbout() throws Exception {
        serve("before", -1, CountingVerdict.COUNTED);
        serve("test", 1, CountingVerdict.TEST);
        serve("a", 1, CountingVerdict.COUNTED);
        serve("a", 2, CountingVerdict.COUNTED);
        holdOut("of another", 1, "li-9");
        holdOut("b", 1, "li-1");
        convert("a", 2, "visit", CountingVerdict.COUNTED);
        convert("b", 2, "order", CountingVerdict.INVALID_TRAFFIC);
        convert("b", 3, "order", CountingVerdict.CORRECTED);
        convert("b", 24 * 8, "order", CountingVerdict.COUNTED);
        convert("nobody", 3, "order", CountingVerdict.COUNTED);
        convert(null, 3, "order", CountingVerdict.COUNTED);

        JsonNode body = lift();

        assertThat(body.path("exposed").toString())
                .isEqualTo("{\"subscribers\":1,\"converted\":0}");
        assertThat(body.path("heldOut").toString())
                .isEqualTo("{\"subscribers\":1,\"converted\":0}");
        assertThat(body.get("lift").isNull()).isTrue();
        assertThat(body.get("low").isNull()).isTrue();
        assertThat(body.get("high").isNull()).isTrue();
    }

    @Test
    void beyondItsBoundItLooksAtAShareOfTheSubscribers() {
        LiftFold fold = new LiftFold(aQuestion(), 100, _ -> {});
        for (int i = 0; i < 1_000; i++) {
            holdOut("held-" + i, 1, "li-1");
        }
        history.events().forEach(fold::add);

        assertThat(fold.sample()).isLessThan(0.2);
        assertThat(fold.lift().heldOut().subscribers() / fold.sample()).isBetween(600.0, 1_400.0);
    }

    @Test
    void beyondItsMemoryItLooksAtAShareOfTheSubscribers() {
        // given: memory for 2,000
        AtomicLong free = new AtomicLong(2_000L * LiftFold.SUBSCRIBER_BYTES);
        LiftFold fold =
                new LiftFold(
                        aQuestion(),
                        bytes -> {
                            if (free.addAndGet(-bytes) < 0) {
                                throw new OverloadedException("full");
                            }
                        });
        for (int i = 0; i < 10_000; i++) {
            holdOut("held-" + i, 1, "li-1");
        }

        // when
        history.events().forEach(fold::add);

        // then
        long subscribers = fold.lift().heldOut().subscribers();
        assertThat(subscribers).isLessThanOrEqualTo(2_000);
        assertThat(subscribers / fold.sample()).isBetween(8_000.0, 12_000.0);
    }

    private static LiftQuestion aQuestion() {
        return new LiftQuestion(
                "c-1",
                Set.of("li-1"),
                new Holdout(0.5, SINCE, null),
                new ConversionGoal(
                        "g-1", Set.of("order"), false, Duration.ofDays(7), Duration.ZERO, null));
    }

    @Test
    void refusesWhatItCannotTell() throws Exception {
        HttpResponse<String> noGoal = get("il_read_1", "?campaign=c-1");
        assertThat(noGoal.statusCode()).isEqualTo(400);
        assertThat(Json.MAPPER.readTree(noGoal.body()).path("field").asString()).isEqualTo("goal");
        assertThat(get("il_read_1", "?goal=g-1").statusCode()).isEqualTo(400);
        assertThat(get("il_read_1", "?campaign=c-9&goal=g-1").statusCode()).isEqualTo(404);
        assertThat(get("il_read_1", "?campaign=c-1&goal=g-9").statusCode()).isEqualTo(404);
        assertThat(get("il_fetch_1", "?campaign=c-1&goal=g-1").statusCode()).isEqualTo(403);
        history.beUnavailable();
        assertThat(get("il_read_1", "?campaign=c-1&goal=g-1").statusCode()).isEqualTo(503);
    }

    /// Campaign `c-1` with line item `li-1` and a holdout, and goal `g-1`.
    private static final class OneCampaign implements CatalogueRecords {
        @Override
        public <V extends CatalogueRecord> Optional<V> latest(
                Topic<V> topic, OrgId orgId, String id) {
            return all(topic, orgId).stream().filter(value -> value.getId().equals(id)).findFirst();
        }

        @Override
        public <V extends CatalogueRecord> List<V> all(Topic<V> topic, OrgId orgId) {
            CampaignChanged campaign = new CampaignChanged();
            campaign.setId("c-1");
            campaign.setStatus(ServingStatus.active);
            campaign.setHoldout(0.5);
            campaign.setHoldoutSince(SINCE);
            LineItemChanged lineItem = new LineItemChanged();
            lineItem.setId("li-1");
            lineItem.setCampaignId("c-1");
            ConversionGoalChanged goal = new ConversionGoalChanged();
            goal.setId("g-1");
            goal.setNames(List.of("order"));
            goal.setClickWindowMillis(Duration.ofDays(7).toMillis());
            return Stream.of(campaign, lineItem, goal)
                    .filter(topic.valueType()::isInstance)
                    .map(topic.valueType()::cast)
                    .toList();
        }

        @Override
        public Set<OrgId> orgs() {
            return Set.of(new OrgId(Cells.ORG));
        }

        @Override
        public long revision(OrgId orgId) {
            return 1;
        }

        @Override
        public CatalogueRecords pinned(OrgId orgId) {
            return this;
        }
    }
}
