package io.interlude.report.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.catalogue.snapshot.ServedCreativeKey;
import io.interlude.domain.catalogue.Activation;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.ContextInterest;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.CountingVerdict;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.pacing.Achieved;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.Goal;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.pacing.PacingMode;
import io.interlude.domain.rotation.CreativeEngagement;
import io.interlude.domain.rotation.Rotation;
import io.interlude.domain.rotation.RotationMode;
import io.interlude.domain.targeting.Targeting;
import io.interlude.journal.json.Json;
import io.interlude.report.fixture.Cells;
import io.interlude.report.fixture.FixedKeys;
import io.interlude.report.fixture.InMemoryHistory;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.CandidateVerdict;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FrequencyReading;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.StateRead;
import io.interlude.schema.serde.TrustedClasses;
import io.interlude.state.query.AggregateViews;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.server.LoopbackServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The delivery report over a socket.
class DeliveryHandlerIT {
    static {
        TrustedClasses.install();
    }

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Instant START = Instant.parse("2026-03-02T09:00:00Z");
    private static final Instant HALF = START.plus(Duration.ofDays(1));
    private static final Budget TWO_DOLLARS =
            new Budget(null, null, null, new Goal(Goal.Metric.SPEND, 2_000_000));
    private static final Budget HUNDRED =
            new Budget(null, null, null, new Goal(Goal.Metric.IMPRESSIONS, 100));

    private final InMemoryHistory history = new InMemoryHistory(3);
    private final Map<String, Long> lineItemToFetches = new HashMap<>();
    private DeliveryHandler handler;
    private HttpEndpoint endpoint;
    private int eventIds;
    private int further;
    private Instant now = HALF;

    @BeforeEach
    void start() {
        handler =
                new DeliveryHandler(
                        new FixedKeys(),
                        new Booked(),
                        new Served(),
                        new LastHour(
                                history, () -> HALF, Duration.ofSeconds(30), Duration.ofSeconds(5)),
                        () -> now);
        endpoint = LoopbackServer.of(List.of(handler), new SimpleMeterRegistry());
        endpoint.start();
    }

    @AfterEach
    void stop() {
        endpoint.stop();
    }

    @Test
    void tellsEachLineItemAgainstItsPlan() throws Exception {
        lineItemToFetches.put("goal", 40L);
        lineItemToFetches.put("spend", 1_000L);
        lineItemToFetches.put("plain", 7L);

        assertThat(expect(200, ""))
                .isEqualTo(
                        Json.MAPPER.readTree(
                                """
                                {"items": [
                                  {"lineItemId": "goal", "goal": {"impressions": 100},
                                   "delivered": 40, "plannedByNow": 50, "index": 0.8,
                                   "expectedAtEnd": 80, "status": "behind", "stoppedBy": []},
                                  {"lineItemId": "spend",
                                   "goal": {"spend": {"amount": "2.00", "currency": "USD"}},
                                   "currency": "USD", "delivered": "1.00",
                                   "plannedByNow": "1.00", "index": 1.0,
                                   "expectedAtEnd": "2.00", "status": "on_track",
                                   "stoppedBy": []},
                                  {"lineItemId": "plain", "goal": null, "delivered": 7,
                                   "plannedByNow": null, "index": null, "expectedAtEnd": 14,
                                   "status": "on_track", "stoppedBy": []}]}
                                """));
        assertThat(handler.notDelivering()).isZero();
    }

    @Test
    void tellsWhatHeldLineItemsBackInTheLastHour() throws Exception {
        add(HALF.minusSeconds(3_601), CountingVerdict.COUNTED, "targeting");
        for (int i = 0; i < 3; i++) {
            add(HALF.minusSeconds(3_000), CountingVerdict.COUNTED, "frequency_cap");
        }
        add(HALF.minusSeconds(10), CountingVerdict.COUNTED, "pacing");
        add(HALF.minusSeconds(9), CountingVerdict.CORRECTED, "targeting");

        JsonNode item = expect(200, "?lineItem=goal").path("items").path(0);

        assertThat(item.path("status").asString()).isEqualTo("not_delivering");
        assertThat(item.path("stoppedBy"))
                .isEqualTo(
                        Json.MAPPER.readTree(
                                """
                                [{"rule": "frequency_cap", "share": 0.75},
                                 {"rule": "pacing", "share": 0.25}]\
                                """));
        assertThat(handler.notDelivering()).isEqualTo(3);
    }

    @Test
    void aLongListComesInPieces() throws Exception {
        further = 1_000;

        JsonNode items = expect(200, "").path("items");

        assertThat(items.findValuesAsString("lineItemId"))
                .hasSize(1_003)
                .doesNotHaveDuplicates()
                .contains("goal", "further-999");
    }

    /// Anybody may ask for metrics, as often as they like.
    @Test
    void goesThroughAllLineItemsForMetricsOnceInTenSeconds() {
        assertThat(handler.notDelivering()).isEqualTo(3);
        further = 1;
        now = HALF.plusMillis(9_999);
        assertThat(handler.notDelivering()).isEqualTo(3);

        now = HALF.plusSeconds(10);

        assertThat(handler.notDelivering()).isEqualTo(4);
    }

    @Test
    void isNarrowedAndRefusesWhatItDoesNotTake() throws Exception {
        assertThat(expect(200, "?campaign=other").path("items")).isEmpty();
        assertThat(expect(200, "?lineItem=goal&lineItem=plain").path("items")).hasSize(2);
        assertThat(expect(400, "?status=behind").path("reason").asString())
                .isEqualTo("invalid_request");
        assertThat(expect(400, "?status=behind").path("field").asString()).isEqualTo("status");
    }

    @Test
    void refusesWhileTheJournalIsAway() throws Exception {
        history.beUnavailable();

        expect(503, "");
    }

    @Test
    void oneReadingServesEverybodyForAMoment() throws Exception {
        expect(200, "");
        int pages = history.pages.get();

        expect(200, "?lineItem=goal");

        assertThat(pages).isPositive();
        assertThat(history.pages).hasValue(pages);
    }

    private void add(Instant at, CountingVerdict verdict, String rule) {
        AdNotFilled event =
                AdNotFilled.newBuilder()
                        .setEventId(String.valueOf(eventIds++))
                        .setEventType(EventType.no_fill)
                        .setOccurredAt(at)
                        .setReceivedAt(at)
                        .setOrgId(Cells.ORG)
                        .setTest(false)
                        .setSource(EventSource.fetch)
                        .setAdUnitId("home")
                        .setAdUnitCode("home")
                        .setFormat(RenderFormat.native$)
                        .setContextBytes(0)
                        .setAttributesJson("{}")
                        .setCatalogueRevision(1)
                        .setSeed(1)
                        .setCandidates(List.of(verdict(rule)))
                        .setReason("no_demand")
                        .setState(
                                StateRead.newBuilder()
                                        .setFrequency(FrequencyReading.not_read)
                                        .setCandidateCount(1)
                                        .build())
                        .build();
        history.add(at, event, verdict, null);
    }

    private static CandidateVerdict verdict(String rule) {
        return CandidateVerdict.newBuilder().setLineItemId("goal").setRule(rule).build();
    }

    private JsonNode expect(int status, String query) throws Exception {
        URI uri =
                URI.create(
                        "http://127.0.0.1:%d/v1/reports/delivery%s"
                                .formatted(endpoint.port(), query));
        HttpResponse<String> answer =
                CLIENT.send(
                        HttpRequest.newBuilder(uri)
                                .header("Authorization", "Bearer " + "il_read_1")
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return Json.MAPPER.readTree(answer.body());
    }

    private final class Served implements AggregateViews {
        @Override
        public LineItemSpend spend(OrgId orgId, LineItemId lineItemId) {
            Long fetches = lineItemToFetches.get(lineItemId.value());
            return fetches == null
                    ? LineItemSpend.NONE
                    : new LineItemSpend(
                            List.of(),
                            fetches,
                            1_000 * fetches,
                            Achieved.NOTHING,
                            HALF.minusSeconds(1),
                            Map.of());
        }

        @Override
        public CreativeEngagement engagement(OrgId orgId, CreativeId creativeId) {
            return CreativeEngagement.NONE;
        }
    }

    private final class Booked implements Catalogues {
        private static final CampaignId CAMPAIGN = new CampaignId("campaign");

        @Override
        public Set<OrgId> orgs() {
            return Set.of(new OrgId(Cells.ORG));
        }

        @Override
        public Optional<OrgCatalogue> org(OrgId orgId) {
            Campaign campaign =
                    new Campaign(
                            CAMPAIGN, "C", "A", ServingStatus.ACTIVE, Flight.ALWAYS, List.of());
            List<LineItem> lineItems = new ArrayList<>();
            lineItems.add(lineItem("goal", HUNDRED));
            lineItems.add(lineItem("spend", TWO_DOLLARS));
            lineItems.add(lineItem("plain", Budget.UNLIMITED));
            for (int i = 0; i < further; i++) {
                lineItems.add(lineItem("further-" + i, HUNDRED));
            }
            return Optional.of(
                    OrgCatalogue.compile(
                            orgId,
                            1,
                            new OrgCatalogue.Resources(
                                    List.of(),
                                    List.of(),
                                    List.of(campaign),
                                    lineItems,
                                    List.of())));
        }

        private static LineItem lineItem(String id, Budget budget) {
            return new LineItem(
                    new LineItemId(id),
                    CAMPAIGN,
                    id,
                    ServingStatus.ACTIVE,
                    Activation.once(START),
                    LineItem.DEFAULT_PRIORITY,
                    1,
                    new Flight(null, START.plus(Duration.ofDays(2))),
                    new Schedule(ZoneOffset.UTC, List.of()),
                    Set.of(),
                    new Price(PriceModel.CPM, new Money(1_000_000, "USD")),
                    budget,
                    PacingMode.EVEN,
                    List.of(),
                    Targeting.EVERYONE,
                    new Rotation(RotationMode.ADAPTIVE, 1_000),
                    ContextInterest.NONE,
                    List.of());
        }

        @Override
        public Optional<CreativeVersion> creativeVersion(OrgId orgId, CreativeId id, int version) {
            return Optional.empty();
        }

        @Override
        public Optional<ServedCreative> served(ServedCreativeKey key) {
            return Optional.empty();
        }
    }
}
