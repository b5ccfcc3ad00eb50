package io.interlude.manage.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.manage.fixture.ManagementServer;
import io.interlude.manage.fixture.ManagementServer.Answer;
import io.interlude.manage.fixture.ManagementServer.Caller;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class HistoryIT {
    private static final ManagementServer SERVER = ManagementServer.started();
    private static final String CAMPAIGN = "/v1/manage/campaigns/camp";
    private static final String LINE_ITEM = "/v1/manage/line-items/line";

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    /// An org with a campaign `camp` and a line item `line` of an ad unit `home`.
    private static Caller anOrg() {
        Caller org = SERVER.newOrg();
        ok(org.post("/v1/manage/ad-units", "{'id': 'home', 'code': 'home', 'name': 'Home'}"));
        ok(
                org.post(
                        "/v1/manage/campaigns",
                        "{'id': 'camp', 'name': 'One', 'advertiserName': 'A'}"));
        ok(org.post("/v1/manage/line-items", lineItem("One", "'home'", "5")));
        return org;
    }

    private static String lineItem(String name, String adUnits, String amount) {
        return """
        {'id': 'line', 'campaignId': 'camp', 'name': '%s', 'adUnits': [%s],
         'price': {'model': 'cpm', 'amount': {'amount': '%s', 'currency': 'USD'}}}\
        """
                .formatted(name, adUnits, amount);
    }

    private static Answer ok(Answer answer) {
        assertThat(answer.status()).as("%s", answer.body()).isBetween(200, 204);
        return answer;
    }

    private static List<JsonNode> items(Answer answer) {
        return ok(answer).body().path("items").valueStream().toList();
    }

    @Nested
    class OfAResource {
        @Test
        void tellsWhoChangedWhatAndWhen() {
            // given
            Caller org = anOrg();
            SERVER.setTime(Instant.parse("2026-03-02T10:00:00Z"));
            ok(org.put(LINE_ITEM, "\"1\"", lineItem("Two", "", "6")));
            ok(org.delete(LINE_ITEM));

            // when
            List<JsonNode> items = items(org.get(LINE_ITEM + "/history"));

            // then
            assertThat(items.stream().map(item -> item.path("kind").asString()))
                    .containsExactly("archived", "changed", "created");
            JsonNode changed = items.get(1);
            assertThat(changed.path("revision").longValue())
                    .isEqualTo(items.get(2).path("revision").longValue() + 1);
            assertThat(changed.path("changedAt").asString()).isEqualTo("2026-03-02T10:00:00Z");
            assertThat(changed.path("keyId").asString()).isEqualTo("first-management-key");
            assertThat(changed.path("changedBy").asString()).isEqualTo("first-management-key");
            assertThat(changed.path("changes").toString())
                    .isEqualTo(
                            """
                            [{'path':'name','before':'One','after':'Two'},\
                            {'path':'adUnits','before':['home'],'after':[]},\
                            {'path':'price.amount.amount','before':'5.00','after':'6.00'}]\
                            """
                                    .replace('\'', '"'));
            assertThat(changed.path("resource").path("name").asString()).isEqualTo("Two");
            assertThat(changed.path("resource").path("version").intValue()).isEqualTo(2);
            assertThat(items.get(0).path("changes")).isEmpty();
        }

        @Test
        void comesInPages() {
            // given
            Caller org = anOrg();
            for (int i = 1; i <= 6; i++) {
                String body = "{'name': 'Name " + i + "', 'advertiserName': 'A'}";
                ok(org.put(CAMPAIGN, "*", body));
            }

            // when
            List<Integer> versions = new ArrayList<>();
            String cursor = "";
            do {
                Answer page = org.get(CAMPAIGN + "/history?limit=3" + cursor);
                items(page).forEach(item -> versions.add(item.at("/resource/version").intValue()));
                cursor =
                        page.body().has("nextCursor")
                                ? "&cursor=" + page.body().path("nextCursor").asString()
                                : "";
            } while (!cursor.isEmpty());

            // then
            assertThat(versions).containsExactly(7, 6, 5, 4, 3, 2, 1);
        }

        @Test
        void refusesWrongPagesAndUnknownResources() {
            Caller org = anOrg();
            assertThat(org.get(CAMPAIGN + "/history?limit=0").body().path("field").asString())
                    .isEqualTo("limit");
            assertThat(org.get(CAMPAIGN + "/history?cursor=!").body().path("field").asString())
                    .isEqualTo("cursor");
            for (String year : List.of("-292275055", "%2B999999999")) {
                Answer refused = org.get("/v1/manage/history?from=" + year + "-01-01T00:00:00Z");
                assertThat(refused.status()).isEqualTo(400);
                assertThat(refused.body().path("field").asString()).isEqualTo("from");
            }
            assertThat(org.get("/v1/manage/campaigns/none/history").reason())
                    .isEqualTo("not_found");
            assertThat(SERVER.newOrg().get(CAMPAIGN + "/history").reason()).isEqualTo("not_found");
        }

        @Test
        void neverShowsAKeyOrItsHash() {
            Caller org = anOrg();
            Answer made = ok(org.post("/v1/manage/keys", "{'id': 'reader', 'kind': 'read'}"));
            ok(org.delete("/v1/manage/keys/reader"));

            Answer history = org.get("/v1/manage/keys/reader/history");

            assertThat(items(history)).hasSize(2);
            assertThat(history.body().toString())
                    .doesNotContain("sha256", made.body().path("key").asString())
                    .doesNotContainPattern("[0-9a-f]{64}");
        }
    }

    @Nested
    class OfTheOrg {
        @Test
        void filtersByTimeAndKey() {
            // given
            SERVER.setTime(Instant.parse("2026-03-01T10:00:00Z"));
            Caller first = anOrg();
            Answer key = ok(first.post("/v1/manage/keys", "{'id': 'second', 'kind': 'mgmt'}"));
            Caller second = SERVER.as(key.body().path("key").asString());
            SERVER.setTime(Instant.parse("2026-03-01T11:00:00Z"));
            ok(second.put(CAMPAIGN, "*", "{'name': 'Two', 'advertiserName': 'A'}"));
            SERVER.setTime(Instant.parse("2026-03-01T12:00:00Z"));
            ok(first.put(CAMPAIGN, "*", "{'name': 'Three', 'advertiserName': 'A'}"));

            // when
            String path = "/v1/manage/history";
            List<JsonNode> all = items(first.get(path));
            List<JsonNode> ofSecond = items(first.get(path + "?keyId=second"));
            List<JsonNode> late =
                    items(first.get(path + "?from=2026-03-01T11:00:00Z&to=2026-03-01T12:00:00Z"));

            // then
            assertThat(all.stream().map(HistoryIT::what))
                    .containsExactly(
                            "campaigns camp changed",
                            "campaigns camp changed",
                            "keys second created",
                            "lineItems line created",
                            "campaigns camp created",
                            "adUnits home created",
                            "keys first-management-key created",
                            "org " + SERVER.lastOrgId() + " created");
            assertThat(all.getLast().has("keyId")).as("made by the operator").isFalse();
            assertThat(ofSecond).singleElement().isEqualTo(all.get(1));
            assertThat(late).isEqualTo(ofSecond);
            assertThat(first.get(path + "?from=yesterday").body().path("field").asString())
                    .isEqualTo("from");
        }
    }

    private static String what(JsonNode item) {
        return item.path("section").asString()
                + " "
                + item.path("id").asString()
                + " "
                + item.path("kind").asString();
    }

    @Nested
    class Restore {
        @Test
        void bringsAnEarlierVersionBackAsANewOne() {
            // given
            Caller org = anOrg();
            long revision = newest(org, LINE_ITEM).path("revision").longValue();
            JsonNode before = org.get(LINE_ITEM).body();
            ok(org.put(LINE_ITEM, "*", lineItem("Two", "", "6")));

            // when
            String body = "{'revision': " + revision + "}";
            Answer restored = ok(org.post(LINE_ITEM + ":restore", "\"2\"", body));

            // then
            assertThat(restored.etag()).isEqualTo("\"3\"");
            assertThat(restored.body().path("name")).isEqualTo(before.path("name"));
            assertThat(restored.body().path("adUnits")).isEqualTo(before.path("adUnits"));
            JsonNode item = newest(org, LINE_ITEM);
            assertThat(item.path("kind").asString()).isEqualTo("restored");
            assertThat(item.path("restoredRevision").longValue()).isEqualTo(revision);
            assertThat(item.path("changes").size()).isEqualTo(3);
            assertThat(ok(org.post(LINE_ITEM + ":restore", "\"3\"", body)).etag())
                    .as("no difference, no new version")
                    .isEqualTo("\"3\"");
        }

        @Test
        void bringsAnArchivedOneBack() {
            // given
            Caller org = anOrg();
            long revision = newest(org, CAMPAIGN).path("revision").longValue();
            ok(org.delete(CAMPAIGN));
            String tag = "\"" + newest(org, CAMPAIGN).at("/resource/version").intValue() + "\"";

            // when
            Answer restored =
                    ok(org.post(CAMPAIGN + ":restore", tag, "{'revision': " + revision + "}"));

            // then
            assertThat(restored.etag()).isEqualTo("\"3\"");
            assertThat(org.get(CAMPAIGN).body()).isEqualTo(restored.body());
            assertThat(org.get(LINE_ITEM).status()).as("what it owned stays").isEqualTo(404);
        }

        @Test
        void isRefusedAsAPutOfTheContentWouldBe() {
            // given
            Caller org = anOrg();
            long revision = newest(org, LINE_ITEM).path("revision").longValue();
            ok(org.put(LINE_ITEM, "*", lineItem("Two", "", "6")));
            ok(org.delete("/v1/manage/ad-units/home"));

            // when
            Answer refused =
                    org.post(LINE_ITEM + ":restore", "*", "{'revision': " + revision + "}");

            // then
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.reason()).isEqualTo("invalid_resource");
            assertThat(refused.body().at("/violations/0/path").asString()).isEqualTo("adUnits[0]");
            assertThat(org.get(LINE_ITEM).etag()).isEqualTo("\"2\"");
        }

        @Test
        void needsTheVersionThatWasSeenAndARevisionAtWhichItWasThere() {
            Caller org = anOrg();
            String path = LINE_ITEM + ":restore";
            assertThat(org.post(path, "{'revision': 1}").status()).isEqualTo(428);
            assertThat(org.post(path, "\"7\"", "{'revision': 1}").status()).isEqualTo(409);
            assertThat(org.post(path, "*", "{}").reason()).isEqualTo("invalid_request");
            assertThat(org.post(path, "*", "{'revision': 1}").body().at("/violations/0/path"))
                    .hasToString("\"revision\"");
            assertThat(org.post("/v1/manage/line-items/none:restore", "*", "{'revision': 1}"))
                    .returns("not_found", Answer::reason);
            assertThat(SERVER.newOrg().post(path, "*", "{'revision': 1}").status()).isEqualTo(404);
        }

        @Test
        void isNotForKeys() {
            Caller org = anOrg();
            Answer refused =
                    org.post(
                            "/v1/manage/keys/first-management-key:restore", "*", "{'revision': 1}");
            assertThat(refused.status()).isEqualTo(405);
        }

        private static JsonNode newest(Caller org, String path) {
            return items(org.get(path + "/history?limit=1")).getFirst();
        }
    }
}
