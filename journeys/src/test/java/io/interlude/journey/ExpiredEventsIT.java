package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.waiting.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Orgs that keep their events for two days, whose events were five days ago: the product that
/// destroys the keys of those days is killed while it does, and the next one goes on.
class ExpiredEventsIT {
    private static final String SETTINGS = "/v1/manage/settings";
    private static final String KEPT = "{\"retention\": {\"events\": \"P2D\"}}";
    private static final String DESTROYED = "retention.keys ";
    private static final String WORD = "word-of-a-person-";
    private static final String WHO = "one-person";
    private static final int BOOKED = 6;
    private static final int OTHERS = 60;

    @TempDir private Path folder;

    private final List<Kept> orgs = new ArrayList<>();

    /// An org with what it was told while its first events were there.
    ///
    /// @param read id of the event
    private record Kept(
            String id, String managementKey, String fetchKey, String word, String read) {}

    @Test
    void whatIsPastIsGoneAlsoWhenItsDestructionIsKilled() throws Exception {
        // given: events of long ago, readable then
        try (ProductProcess past =
                ProductProcess.startOn(
                        folder, Map.of(PastClock.SETTING, PastClock.class.getName()))) {
            for (int number = 0; number < BOOKED; number++) {
                orgs.add(book(past, "expired-" + number));
            }
            Api operator = Api.of(past.url(), ProductProcess.OPERATOR_TOKEN);
            for (int number = 0; number < OTHERS; number++) {
                keepForDays(operator, "quiet-" + number);
            }
            for (Kept org : orgs) {
                isWhole(Api.of(past.url(), org.managementKey()), org);
            }
            Eventually.holds("every org has keys", () -> destructions() == BOOKED + OTHERS);
            past.kill();
        }

        // when
        killWhileItDestroys();

        // then
        try (ProductProcess now = ProductProcess.startOn(folder, Map.of())) {
            // The log may lack a line: a process can be killed between a destruction and its line.
            Eventually.equal("orgs whose keys are to be destroyed", () -> overdue(now), "0.0");
            for (Kept org : orgs) {
                isGone(Api.of(now.url(), org.managementKey()), org);
            }
            youngerStays(now, orgs.getFirst());
            Canaries canaries = new Canaries();
            orgs.forEach(org -> canaries.secret(org.id(), org.word()));
            new CanarySearch(canaries).topics(now.brokers());
            assertThat(canaries.found()).isEmpty();
        }
    }

    private static Kept book(ProductProcess product, String orgId)
            throws IOException, InterruptedException {
        Bookings booked = Bookings.make(product, orgId).lineItem("expires", "");
        put(booked.management());
        // Events are encrypted from some seconds on: what was told before would be in the topics.
        AtomicInteger number = new AtomicInteger();
        return Eventually.found(
                "events are encrypted",
                () -> {
                    String word = WORD + orgId + '-' + number.getAndIncrement() + '-';
                    String read = fetchAndReport(booked, word);
                    return new Kept(
                            orgId, booked.management().key(), booked.publisher().key(), word, read);
                },
                kept -> isEncrypted(product, kept.word()));
    }

    private static boolean isEncrypted(ProductProcess product, String word) {
        Canaries canaries = new Canaries();
        canaries.secret("word", word);
        new CanarySearch(canaries).topics(product.brokers());
        return canaries.found().isEmpty();
    }

    /// @return the id of the event
    private static String fetchAndReport(Bookings booked, String word)
            throws IOException, InterruptedException {
        Api publisher = booked.publisher();
        String fetch =
                "{\"adUnit\": \"pause\", \"subscriber\": \"%s\", \"attributes\": {\"said\": \"%s\"}}"
                        .formatted(WHO, word);
        String messageId =
                publisher.expect(200, "POST", "/v1/fetch/v2", fetch).path("messageId").asString();
        String event =
                """
                {"version": 2, "eventType": "read", "fetchEventId": "%s", "eventData": {"note": "%s"}}\
                """
                        .formatted(messageId, word);
        publisher.expect(201, "POST", "/v1/event", event);
        return messageId;
    }

    private static void keepForDays(Api operator, String orgId)
            throws IOException, InterruptedException {
        String org = "{\"id\": \"%s\", \"name\": \"Quiet\"}".formatted(orgId);
        String key = operator.expect(201, "POST", "/v1/operator/orgs", org).path("key").asString();
        put(operator.withKey(key));
    }

    private static void put(Api management) throws IOException, InterruptedException {
        HttpResponse<String> set = management.put(SETTINGS, "\"0\"", KEPT);
        assertThat(set.statusCode()).as(set.body()).isEqualTo(200);
    }

    private static void isWhole(Api management, Kept org) throws IOException, InterruptedException {
        assertThat(last(items(management)).toString()).contains(org.word());
        JsonNode decision = decision(management, org, 200);
        assertThat(decision.path("attributes").path("said").asString()).isEqualTo(org.word());
        assertThat(exported(management)).contains(org.word());
    }

    private static void isGone(Api management, Kept org) throws IOException, InterruptedException {
        List<JsonNode> items = items(management);
        assertThat(items).isNotEmpty();
        for (JsonNode item : items) {
            assertThat(item.path("pastRetention").asBoolean()).as("%s", item).isTrue();
            assertThat(item.toString()).doesNotContain(WORD);
        }
        assertThat(decision(management, org, 410).path("reason").asString())
                .isEqualTo("past_retention");
        String exported = exported(management);
        assertThat(exported).contains("fetch").doesNotContain(WORD);
        int fetches = items.size() / 2;
        Report.await(
                management,
                "metrics=fetches,reads&" + ever(),
                rows ->
                        rows.size() == 1
                                && rows.getFirst().path("fetches").asInt() == fetches
                                && rows.getFirst().path("reads").asInt() == fetches);
        JsonNode audit = management.run("/v1/audits", range(), "passed");
        assertThat(audit.path("notAvailable").asInt()).as("%s", audit).isEqualTo(items.size());
    }

    /// What came after the restart is told as ever, beside what is past.
    private static void youngerStays(ProductProcess now, Kept org)
            throws IOException, InterruptedException {
        Bookings booked =
                new Bookings(
                        Api.of(now.url(), org.managementKey()), Api.of(now.url(), org.fetchKey()));
        int before = items(booked.management()).size();
        String word = WORD + "younger";
        String read = fetchAndReport(booked, word);
        List<JsonNode> items =
                Eventually.found(
                        "the journal tells of it",
                        () -> items(booked.management()),
                        found -> found.size() == before + 2);
        assertThat(last(items).toString()).contains(word).doesNotContain("pastRetention");
        assertThat(items.getFirst().path("pastRetention").asBoolean()).isTrue();
        assertThat(exported(booked.management())).contains(word);
        Kept younger = new Kept(org.id(), org.managementKey(), org.fetchKey(), word, read);
        decision(booked.management(), younger, 200);
    }

    /// From before the clock that is put back to after the one that is not.
    private static String ever() {
        return "from=%s&to=%s"
                .formatted(
                        Instant.now().minus(PastClock.BEHIND.multipliedBy(2)),
                        Instant.now().plus(PastClock.BEHIND));
    }

    private static JsonNode last(List<JsonNode> items) {
        return items.getLast();
    }

    private static List<JsonNode> items(Api management) throws IOException, InterruptedException {
        String path = "/v1/journal?eventType=fetch,read&limit=1000&" + ever();
        return management.expect(200, "GET", path, "").path("items").valueStream().toList();
    }

    private static JsonNode decision(Api management, Kept org, int status)
            throws IOException, InterruptedException {
        return management.expect(status, "GET", "/v1/journal/" + org.read() + "/decision", "");
    }

    private static String exported(Api management) throws IOException, InterruptedException {
        String path = "/v1/manage/subscribers/" + WHO + "/export";
        HttpResponse<String> answer = management.call("GET", path, "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static String range() {
        return "{\"from\": \"%s\"}"
                .formatted(
                        Instant.now()
                                .truncatedTo(ChronoUnit.HOURS)
                                .minus(PastClock.BEHIND.multipliedBy(2)));
    }

    /// Ends the product as `kill -9` does when some of the keys are destroyed and others are not.
    private void killWhileItDestroys() throws IOException, InterruptedException {
        int before = destructions();
        try (ProductProcess destroying = ProductProcess.beginOn(folder, Map.of())) {
            Eventually.holds("it destroys keys", () -> destructions() > before);
            destroying.kill();
        }
        assertThat(destructions() - before).as("it was killed between").isLessThan(BOOKED + OTHERS);
    }

    /// How many orgs' keys were made or destroyed.
    private int destructions() {
        try {
            String log = Files.readString(folder.resolve("data/log/interlude.log"));
            return log.split(DESTROYED, -1).length - 1;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String overdue(ProductProcess product) {
        return metrics(product)
                .lines()
                .filter(line -> line.startsWith("interlude_retention_overdue"))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .findFirst()
                .orElseThrow();
    }

    private static String metrics(ProductProcess product) {
        try {
            return Api.of(product.url(), "").call("GET", "/metrics", "").body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
