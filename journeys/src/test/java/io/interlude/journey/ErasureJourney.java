package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A subscriber who is capped, is erased, and comes back as a new person.
final class ErasureJourney {
    private static final String ONE = "one/ü 1";
    private static final String ONE_IN_A_PATH = "one%2F%C3%BC%201";
    private static final String OTHER = "the-other";
    private static final String TOTALS = "groupBy=lineItem&metrics=fetches,spend,reach";

    private final Bookings booked;
    private final Api management;
    private final Api stranger;
    private String audit = "";

    private ErasureJourney(Bookings booked, Api stranger) {
        this.booked = booked;
        this.management = booked.management();
        this.stranger = stranger;
    }

    /// What [#isStillErased] is to be called on after a restart.
    static ErasureJourney erase(ProductProcess product) throws IOException, InterruptedException {
        Bookings booked =
                Bookings.make(product, "erasing")
                        .lineItem(
                                "capped",
                                """
                                "frequencyCaps": [{"max": 1, "per": "lifetime", "scope": "lineItem"}],\
                                """);
        ErasureJourney journey =
                new ErasureJourney(booked, Bookings.make(product, "erasing-not").management());
        journey.eraseAndComeBack();
        journey.readReceipts();
        journey.refuse();
        return journey;
    }

    private void eraseAndComeBack() throws IOException, InterruptedException {
        // given
        assertThat(fetch(ONE)).isEqualTo(200);
        assertThat(fetch(ONE)).isEqualTo(204);
        assertThat(fetch(OTHER)).isEqualTo(200);
        Report.await(management, TOTALS, rows -> isTotal(rows, 2, 2));
        List<String> before = pseudonyms();
        assertThat(exported(management, ONE_IN_A_PATH))
                .contains("fetch", "no_fill", "lineItem")
                .doesNotContain("click");
        assertThat(exported(stranger, ONE_IN_A_PATH)).isEmpty();
        assertThat(exported(management, "nobody")).isEmpty();

        // when
        JsonNode receipt =
                management.expect(200, "DELETE", "/v1/manage/subscribers/" + ONE_IN_A_PATH, "");

        // then: nothing that was counted has changed, and an audit agrees
        assertThat(receipt.path("receiptId").asString()).matches("[0-9a-f-]{36}");
        assertThat(receipt.toString()).doesNotContain("one");
        assertThat(exported(management, ONE_IN_A_PATH)).isEmpty();
        assertThat(exported(management, OTHER)).contains("fetch", "lineItem");
        Report.await(management, TOTALS, rows -> isTotal(rows, 2, 2));
        audit();
        assertThat(pseudonyms()).isEqualTo(before).doesNotHaveDuplicates();

        // and: a new person, who is capped in turn, while the other one still is
        assertThat(fetch(ONE)).isEqualTo(200);
        assertThat(fetch(ONE)).isEqualTo(204);
        assertThat(fetch(OTHER)).isEqualTo(204);
        Report.await(management, TOTALS, rows -> isTotal(rows, 3, 3));
        assertThat(pseudonyms()).hasSize(3).containsAll(before).doesNotHaveDuplicates();
        audit();
    }

    private void readReceipts() throws IOException, InterruptedException {
        // given: somebody who never was, and somebody erased again
        String nobody =
                management
                        .expect(200, "DELETE", "/v1/manage/subscribers/nobody", "")
                        .path("receiptId")
                        .asString();
        JsonNode again =
                management.expect(200, "DELETE", "/v1/manage/subscribers/" + ONE_IN_A_PATH, "");
        assertThat(fetch(ONE)).isEqualTo(200);

        // when
        JsonNode page = management.expect(200, "GET", "/v1/manage/erasures?limit=2", "");
        JsonNode rest =
                management.expect(
                        200,
                        "GET",
                        "/v1/manage/erasures?limit=2&cursor=" + page.path("nextCursor").asString(),
                        "");

        // then
        assertThat(page.path("items")).hasSize(2);
        assertThat(page.path("items").path(0)).isEqualTo(again);
        assertThat(page.path("items").path(1).path("receiptId").asString()).isEqualTo(nobody);
        assertThat(rest.path("items")).hasSize(1);
        assertThat(rest.has("nextCursor")).isFalse();
        assertThat(management.expect(200, "GET", "/v1/manage/erasures/" + nobody, ""))
                .isEqualTo(page.path("items").path(1));
        stranger.expect(404, "GET", "/v1/manage/erasures/" + nobody, "");
        assertThat(stranger.expect(200, "GET", "/v1/manage/erasures", "").path("items")).isEmpty();
    }

    private void refuse() throws IOException, InterruptedException {
        for (String path : List.of("/v1/manage/subscribers/" + OTHER, "/v1/manage/erasures/x")) {
            String method = path.endsWith("x") ? "GET" : "DELETE";
            booked.publisher().expect(403, method, path, "");
            management.withKey("il_mgmt_wrong").expect(401, method, path, "");
        }
        // Another org's erasure is of another org's subscriber.
        stranger.expect(200, "DELETE", "/v1/manage/subscribers/" + OTHER, "");
        assertThat(fetch(OTHER)).isEqualTo(204);
    }

    /// Nobody is whom they were before, and everybody whom they were last.
    void isStillErased() throws IOException, InterruptedException {
        assertThat(fetch(ONE)).isEqualTo(204);
        assertThat(fetch(OTHER)).isEqualTo(204);
        Report.await(management, TOTALS, rows -> isTotal(rows, 4, 4));
        assertThat(
                        management
                                .expect(200, "GET", "/v1/audits/" + audit, "")
                                .path("status")
                                .asString())
                .isEqualTo("passed");
    }

    private int fetch(String subscriber) throws IOException, InterruptedException {
        return booked.publisher()
                .fetch("{\"adUnit\": \"pause\", \"subscriber\": \"" + subscriber + "\"}")
                .statusCode();
    }

    /// Types of the events and scopes of the counters that are kept about a subscriber.
    private static List<String> exported(Api api, String id)
            throws IOException, InterruptedException {
        return api.call("GET", "/v1/manage/subscribers/" + id + "/export", "")
                .body()
                .lines()
                .map(JsonMapper.shared()::readTree)
                .map(line -> line.path("eventType").asString(line.path("scope").asString("")))
                .toList();
    }

    private static boolean isTotal(List<JsonNode> rows, long fetches, long reach) {
        return rows.size() == 1
                && rows.getFirst().path("fetches").asLong() == fetches
                && rows.getFirst().path("reach").asLong() == reach;
    }

    /// Of the served fetches, in their order.
    private List<String> pseudonyms() throws IOException, InterruptedException {
        return management
                .expect(200, "GET", "/v1/journal?eventType=fetch", "")
                .path("items")
                .values()
                .stream()
                .map(item -> item.path("subscriber").asString())
                .toList();
    }

    private void audit() throws IOException, InterruptedException {
        audit = management.run("/v1/audits", "{}", "passed").path("id").asString();
    }
}
