package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What the product promises, of the product as a process of its own. Each journey has its own org;
/// those that restart the process come last.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class JourneyIT {
    private static final int SUBSCRIBERS = 500;

    @TempDir private static Path folder;

    private static ProductProcess product;
    private static final List<AfterRestart> AFTER_RESTART = new ArrayList<>();

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        product = ProductProcess.start(folder);
    }

    @AfterAll
    static void stop() throws IOException {
        product.close();
    }

    @Test
    @Order(1)
    void takesAParameterOfTheRegistryWithoutAValue() throws Exception {
        URI subjects = URI.create(product.url() + "/registry/subjects?deleted&x");
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(
                            client.send(
                                            HttpRequest.newBuilder(subjects).build(),
                                            HttpResponse.BodyHandlers.ofString())
                                    .body())
                    .contains("ads.clicks-value");
        }
    }

    @Test
    @Order(1)
    void describesItselfForToolsAndPeople() throws Exception {
        new DescriptionJourney(product.url()).check();
        DocsPageJourney.read(product.url());
    }

    @Test
    @Order(1)
    void fetchesClicksAndReportsAnAd() throws Exception {
        Bookings booked = Bookings.make(product, "first").lineItem("shoes", "");

        // when
        HttpResponse<String> fetched =
                booked.publisher()
                        .fetch(
                                """
                                {"adUnit": "pause", "subscriber": "s1", "context": "new running shoes"}\
                                """);
        JsonNode ad = Api.JSON.readTree(fetched.body());
        String messageId = ad.path("messageId").asString();
        URI link =
                URI.create(
                        ad.path("payload")
                                .path("actions")
                                .path(0)
                                .path("navigate")
                                .path("url")
                                .asString());
        HttpResponse<String> redirect =
                booked.publisher()
                        .http()
                        .send(
                                HttpRequest.newBuilder(link).build(),
                                HttpResponse.BodyHandlers.ofString());

        // then
        assertThat(fetched.statusCode()).isEqualTo(200);
        assertThat(messageId).matches("native-[0-9a-f-]{36}");
        assertThat(booked.publisher().event("read", messageId).statusCode()).isEqualTo(201);
        assertThat(redirect.statusCode()).isEqualTo(302);
        assertThat(redirect.headers().firstValue("Location"))
                .contains("https://shop.example.com/?from=" + messageId);
        Report.await(
                booked.management(),
                "groupBy=lineItem",
                rows ->
                        rows.size() == 1
                                && rows.getFirst().path("fetches").asLong() == 1
                                && rows.getFirst().path("reads").asLong() == 1
                                && rows.getFirst().path("uniqueClicks").asLong() == 1
                                && rows.getFirst().path("spend").asString().equals("0.002"));
    }

    @Test
    @Order(1)
    void explainsEveryDecisionWhileTheCatalogueChanges() throws Exception {
        ExplainJourney.fetchChangeAndExplain(product);
    }

    @Test
    @Order(1)
    void everyRouteAnswersEveryKindOfKeyAsTheContractSays() throws Exception {
        KeyMatrixJourney.callEverythingWithEveryKey(product);
    }

    @Test
    @Order(1)
    void changesAreSeenSoonAsAWholeAndByTwoEditorsWithoutLoss() throws Exception {
        CatalogueChangesJourney.editTogether(product);
        CatalogueChangesJourney.takeEffect(product);
        CatalogueChangesJourney.importAsAWhole(product);
    }

    @Test
    @Order(2)
    void itsLogIsInTheDataFolderAndNoExamplePageWithoutTheDemo() throws Exception {
        // when, then: one line from before the services start, and one from after
        assertThat(product.log()).contains("event=broker_started", "event=product_ready");
        Api anybody = Api.of(product.url(), "");
        assertThat(anybody.call("GET", "/demo/embed", "").statusCode()).isEqualTo(404);
        assertThat(anybody.call("GET", "/demo/embed/page.css", "").statusCode()).isEqualTo(404);
    }

    @Test
    @Order(2)
    void refusesForgedForeignAndMalformedFetchIds() throws Exception {
        // given
        Bookings own = Bookings.make(product, "own").lineItem("a", "");
        Bookings foreign = Bookings.make(product, "foreign").lineItem("b", "");
        String genuine =
                Api.JSON
                        .readTree(own.publisher().fetch("{\"adUnit\": \"pause\"}").body())
                        .path("messageId")
                        .asString();
        char last = genuine.charAt(genuine.length() - 1);
        String forged = genuine.substring(0, genuine.length() - 1) + (last == '0' ? '1' : '0');

        // when, then
        for (String eventType : List.of("send", "click", "conversion", "choice_tap")) {
            assertRefused(own.publisher().event(eventType, forged));
            assertRefused(foreign.publisher().event(eventType, genuine));
            assertRefused(own.publisher().event(eventType, "native-not-a-fetch"));
        }
        Journals journals = new Journals(product);
        for (Topic<?> topic :
                List.of(
                        Topics.DELIVERIES,
                        Topics.CLICKS,
                        Topics.CONVERSIONS,
                        Topics.FLOW_EVENTS,
                        Topics.CUSTOM_EVENTS)) {
            assertThat(journals.read(topic))
                    .noneMatch(next -> isOf(next, "own") || isOf(next, "foreign"));
        }
        assertThat(
                        journals.read(Topics.REJECTED).stream()
                                .filter(next -> isOf(next, "own") || isOf(next, "foreign")))
                .hasSize(12);
    }

    private static void assertRefused(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(Api.JSON.readTree(answer.body()).path("reason").asString())
                .isEqualTo("unknown_fetch");
    }

    @Test
    @Order(2)
    void tellsOfAStepThatTheFlowHasNotAndCountsItOnceCorrected() throws Exception {
        // given
        RejectedJourney flow =
                RejectedJourney.serve(Bookings.make(product, "flow").lineItem("f", ""));

        // when
        flow.followAsABot();
        flow.tap("large");

        // then
        JsonNode rejected = flow.rejected();
        assertThat(rejected.path("verdict").asString()).isEqualTo("unmatched");
        assertThat(rejected.path("stage").asString()).isEqualTo("aggregator");
        assertThat(rejected.path("field").asString()).isEqualTo("eventData.choiceId");
        assertThat(rejected.toString()).contains("large").doesNotContain("words");
        String id = rejected.path("id").asString();
        assertThat(flow.redrive(id, "small")).isEqualTo(flow.redrive(id, "small"));
        Report.await(
                flow.management(),
                "metrics=fetches,clicks,grossClicks,engagements",
                rows ->
                        rows.size() == 1
                                && rows.getFirst().path("fetches").asLong() == 1
                                && rows.getFirst().path("clicks").asLong() == 0
                                && rows.getFirst().path("grossClicks").asLong() == 1
                                && rows.getFirst().path("engagements").asLong() == 1);
        assertThat(flow.verdicts())
                .containsExactly(
                        "fetch counted",
                        "click invalid_traffic",
                        "choice_tap unmatched",
                        "choice_tap counted",
                        "choice_tap duplicate");
        assertThat(flow.funnel().path("nodes").path(0).path("choices").path("small").asInt())
                .isEqualTo(1);
    }

    @Test
    @Order(2)
    void playsAFlowByTextMessageAndJournalsExactlyItsEvents() throws Exception {
        SmsJourney.playAndFind(product);
    }

    @Test
    @Order(1)
    void deliversGoalsOverAShortFlight() throws Exception {
        GoalJourney.deliverOverAShortFlight(product);
    }

    @Test
    @Order(2)
    void takesAFetchBackFromCapReportAndSpend() throws Exception {
        CorrectionJourney.takeAFetchBack(product);
    }

    @Test
    @Order(2)
    void aHiddenAdvertiserIsServedToOthersOnly() throws Exception {
        FeedbackJourney.hide(product);
    }

    @Test
    @Order(2)
    void withoutConsentNoRecordHasASubscriberOrConversation() throws Exception {
        ConsentJourney.withhold(product);
    }

    @Test
    @Order(2)
    void anErasedSubscriberComesBackAsANewPerson() throws Exception {
        AFTER_RESTART.add(ErasureJourney.erase(product)::isStillErased);
    }

    @Test
    @Order(2)
    void auditsAgreeAndSimulationsTellWhatHappened() throws Exception {
        AuditJourney.auditUnderTrafficAndAfterCorrections(product);
        SimulationJourney.simulateWhatHappenedAndWhatWouldHave(product);
        AFTER_RESTART.add(AttributionJourney.countByOtherRules(product)::isStillCounted);
        RetentionJourney.keepEventsForADay(product);
    }

    @Test
    @Order(2)
    void everyAcceptedNumberIsTheSameWhereverItIsReadAgain() throws Exception {
        NumbersJourney.everyAcceptedNumberIsReadAgain(product);
    }

    @Test
    @Order(2)
    void runsTheCodeOfThePublishersGuides() throws Exception {
        PublisherGuidesJourney.runAll(product, folder.resolve("guides"));
    }

    @ParameterizedTest
    @Order(2)
    @ValueSource(strings = {"typescript", "python", "types", "description", "examples", "java"})
    void thePackagesForPublishersHoldTheirPromises(String part) throws Exception {
        ClientPackagesJourney.verify(product, folder.resolve("clients"), part);
    }

    @ParameterizedTest
    @Order(2)
    @ValueSource(strings = {"kafkajs", "kafka-connect", "parquet"})
    void dataTeamsReadWhatTheReportSays(String how) throws Exception {
        DataTeamsJourney.read(product, folder.resolve("data-teams"), how);
    }

    @ParameterizedTest
    @Order(2)
    @EnumSource
    void peopleWorkInTheConsole(ConsoleWork work) throws Exception {
        work.begin(product, folder.resolve("console"));
    }

    private static boolean isOf(GenericRecord next, String orgId) {
        return String.valueOf(next.get("orgId")).equals(orgId);
    }

    @Test
    @Order(3)
    void neitherContextNorKeyIsInAnyTopicFileLogOrAnswer() throws Exception {
        Canaries canaries = new Canaries();
        canaries.secret("operatortoken", ProductProcess.OPERATOR_TOKEN);
        Bookings booked = Bookings.make(product, "quiet").lineItem("c", "");
        canaries.secret("fetchkey", booked.publisher().key());
        canaries.secret("managementkey", booked.management().key());

        // when
        List<Integer> statuses = CanaryJourney.drive(booked, canaries);
        Report.await(
                booked.management(),
                "metrics=engagements",
                rows -> rows.size() == 1 && rows.getFirst().path("engagements").asLong() > 0);

        // then
        CanarySearch search = new CanarySearch(canaries);
        search.topics(product.brokers());
        search.files(folder);
        assertThat(statuses)
                .contains(200, 201, 204, 302, 400, 401, 403, 404, 405, 409, 413, 415, 422);
        assertThat(canaries.found()).isEqualTo(CanaryJourney.ALLOWED);
    }

    @Test
    @Order(4)
    void aReportEqualsAnIndependentCountOfTheJournal() throws Exception {
        // given
        Bookings booked =
                Bookings.make(product, "exact")
                        .lineItem("d", "\"weight\": 3,")
                        .lineItem("e", "\"weight\": 1,")
                        .creative("d-second", "d");

        // when
        inParallel(
                10_000,
                number -> {
                    String answer =
                            booked.publisher()
                                    .fetch(
                                            """
                                            {"adUnit": "pause", "subscriber": "s%d"}\
                                            """
                                                    .formatted(number % SUBSCRIBERS))
                                    .body();
                    String messageId = Api.JSON.readTree(answer).path("messageId").asString();
                    assertThat(booked.publisher().event("send", messageId).statusCode())
                            .isEqualTo(201);
                    String second =
                            number % 5 == 0 ? "click" : number % 5 == 1 ? "conversion" : "read";
                    assertThat(booked.publisher().event(second, messageId).statusCode())
                            .isEqualTo(201);
                    return messageId;
                });

        // then
        Journals journals = new Journals(product);
        JournalCounts counted = JournalCounts.of(journals, "exact");
        assertThat(counted.total("fetches")).isEqualTo(10_000);
        assertThat(counted.totalEvents()).isEqualTo(20_000);
        Report.await(
                booked.management(),
                "groupBy=lineItem,creative",
                rows -> counted.differences(rows).isEmpty());
    }

    @Test
    @Order(5)
    void aCapOfThreeHoldsUnderConcurrencyAndOverRestarts() throws Exception {
        // given
        Bookings booked =
                Bookings.make(product, "capped")
                        .lineItem(
                                "f",
                                """
                                "frequencyCaps": [{"max": 3, "per": "PT24H", "scope": "lineItem"}],\
                                """);
        Numbered<Integer> sameSubscriber =
                _ ->
                        booked.publisher()
                                .fetch("{\"adUnit\": \"pause\", \"subscriber\": \"one\"}")
                                .statusCode();
        SessionJourney people = SessionJourney.begin(product);
        AttributesJourney attributes = AttributesJourney.declareAfterTraffic(product);
        AFTER_RESTART.add(ConversationJourney.begin(product)::talkOn);
        assertThat(inParallel(200, sameSubscriber))
                .containsOnly(200, 204)
                .filteredOn(s -> s == 200)
                .hasSize(3);
        product.killAndRestart();
        assertThat(inParallel(20, sameSubscriber)).containsOnly(204);
        people.isStillSo(product);
        attributes.isStillSo();
        product.restart();
        assertThat(inParallel(20, sameSubscriber)).containsOnly(204);
        people.isStillSo(product);
        for (AfterRestart each : AFTER_RESTART) {
            each.check();
        }
        String other = "{\"adUnit\": \"pause\", \"subscriber\": \"another\"}";
        assertThat(booked.publisher().fetch(other).statusCode()).isEqualTo(200);
    }

    @Test
    @Order(6)
    void everyClickAnswered302IsInTheJournalOnceAlsoWhenTheProcessIsKilled() throws Exception {
        // given
        Bookings booked = Bookings.make(product, "followed").lineItem("g", "");
        FollowedLinks links = new FollowedLinks(booked.publisher());
        for (int i = 0; i < 1_500; i++) {
            links.fetch();
        }

        // when
        List<Thread> people = links.follow();
        assertThat(links.areUnderWay()).isTrue();
        product.killAndRestart();
        for (Thread person : people) {
            person.join();
        }
        int beforeTheKill = links.recorded().size();
        for (Thread person : links.follow()) {
            person.join();
        }

        // then
        List<String> clicked =
                new Journals(product)
                        .read(Topics.CLICKS).stream()
                                .filter(next -> isOf(next, "followed"))
                                .map(next -> String.valueOf(next.get("fetchId")))
                                .toList();
        assertThat(links.left()).isZero();
        assertThat(links.recorded()).hasSizeGreaterThan(beforeTheKill);
        assertThat(links.otherStatuses()).isEmpty();
        assertThat(clicked).doesNotHaveDuplicates().containsAll(links.recorded());
        assertThat(clicked)
                .allMatch(id -> links.recorded().contains(id) || links.unpromised().contains(id));
    }

    @Test
    @Order(7)
    void leavesNothingAmongTemporaryFilesHoweverItEnds() {
        // The journeys before have killed and stopped it.
        assertThat(product.temporaryFolder()).isEmptyDirectory();
    }

    static <T> List<T> inParallel(int times, Numbered<T> call)
            throws InterruptedException, ExecutionException {
        List<T> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(Math.min(times, 200))) {
            List<Callable<T>> calls = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                int number = i;
                calls.add(() -> call.make(number));
            }
            for (Future<T> future : threads.invokeAll(calls)) {
                results.add(future.get());
            }
        }
        return results;
    }

    /// A call that knows its number, from 0.
    interface Numbered<T> {
        T make(int number) throws Exception;
    }
}
