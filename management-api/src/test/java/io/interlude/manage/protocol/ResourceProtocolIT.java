package io.interlude.manage.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.catalogue.record.CatalogueKeys;
import io.interlude.domain.identity.OrgId;
import io.interlude.manage.fixture.ManagementServer;
import io.interlude.manage.fixture.ManagementServer.Answer;
import io.interlude.manage.fixture.ManagementServer.Caller;
import io.interlude.schema.CreativeVersionChanged;
import io.interlude.schema.topic.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ResourceProtocolIT {
    private static final ManagementServer SERVER = ManagementServer.started();
    private static final String PRICE =
            "'price': {'model': 'cpm', 'amount': {'amount': '5', 'currency': 'USD'}}";

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    /// An org with an application `app`, ad unit `home`, campaign `camp`, line item `line` and
    /// creative `card`.
    private static Caller anOrg() {
        Caller org = SERVER.newOrg();
        created(org, "applications", "{'id': 'app', 'name': 'App'}");
        created(org, "ad-units", "{'id': 'home', 'code': 'home', 'name': 'Home'}");
        created(org, "campaigns", "{'id': 'camp', 'name': 'C', 'advertiserName': 'A'}");
        created(
                org,
                "line-items",
                "{'id': 'line', 'campaignId': 'camp', 'name': 'L'," + PRICE + "}");
        created(org, "creatives", card("https://example.com/1"));
        return org;
    }

    private static Answer created(Caller org, String path, String body) {
        Answer answer = org.post("/v1/manage/" + path, body);
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(201);
        return answer;
    }

    private static String card(String url) {
        return "{'id': 'card', 'lineItemId': 'line', 'type': 'card', 'status': 'approved',"
                + "'card': {'title': 'T', 'disclosure': 'Ad', 'actions': [{'text': 'Go',"
                + "'url': '"
                + url
                + "'}]}}";
    }

    @Test
    void createsReadsReplacesAndArchives() {
        // given
        Caller org = SERVER.newOrg();

        // when
        Answer created = created(org, "applications", "{'id': 'app', 'name': 'One'}");
        Answer read = org.get("/v1/manage/applications/app");
        Answer replaced = org.put("/v1/manage/applications/app", read.etag(), "{'name': 'Two'}");
        Answer archived = org.delete("/v1/manage/applications/app");

        // then
        assertThat(created.headers()).containsEntry("location", "/v1/manage/applications/app");
        assertThat(created.etag()).isEqualTo("\"1\"");
        assertThat(read.body()).isEqualTo(created.body());
        assertThat(replaced.status()).isEqualTo(200);
        assertThat(replaced.etag()).isEqualTo("\"2\"");
        assertThat(replaced.body().path("name").stringValue()).isEqualTo("Two");
        assertThat(archived.status()).isEqualTo(204);
        assertThat(org.get("/v1/manage/applications/app").reason()).isEqualTo("not_found");
        assertThat(org.delete("/v1/manage/applications/app").status()).isEqualTo(404);
        assertThat(org.get("/v1/manage/applications").body().path("items")).isEmpty();
    }

    @Test
    void makesAnIdWhenNoneIsChosen() {
        Caller org = SERVER.newOrg();
        String id = created(org, "applications", "{'name': 'A'}").body().path("id").stringValue();
        assertThat(id).matches("[a-z0-9][a-z0-9_-]{0,63}");
        assertThat(org.get("/v1/manage/applications/" + id).status()).isEqualTo(200);
    }

    @Test
    void refusesIdsThatAreTakenOrMalformed() {
        Caller org = anOrg();
        Answer taken = org.post("/v1/manage/applications", "{'id': 'app', 'name': 'A'}");
        assertThat(taken.status()).isEqualTo(409);
        assertThat(taken.reason()).isEqualTo("conflict");
        Answer code = org.post("/v1/manage/ad-units", "{'code': 'home', 'name': 'Other'}");
        assertThat(code.status()).isEqualTo(409);
        assertThat(code.body().path("field").stringValue()).isEqualTo("code");
        Answer malformed = org.post("/v1/manage/applications", "{'id': 'A b', 'name': 'A'}");
        assertThat(malformed.status()).isEqualTo(422);
        Answer changed =
                org.put("/v1/manage/applications/app", "\"1\"", "{'id': 'b', 'name': 'A'}");
        assertThat(changed.status()).isEqualTo(422);
    }

    @Test
    void letsAnArchivedIdComeBackWithTheNextVersion() {
        Caller org = anOrg();
        org.delete("/v1/manage/creatives/card");
        Answer again = created(org, "creatives", card("https://example.com/again"));
        assertThat(again.etag()).isEqualTo("\"3\"");
    }

    @Test
    void replacesOnlyWhatTheEditorHasSeen() {
        Caller org = anOrg();
        String path = "/v1/manage/campaigns/camp";
        String body = "{'name': 'New', 'advertiserName': 'A'}";
        Answer blind = org.putWithoutCondition(path, body);
        assertThat(blind.status()).isEqualTo(428);
        assertThat(blind.reason()).isEqualTo("precondition_required");
        assertThat(org.put(path, "\"1\"", body).status()).isEqualTo(200);
        Answer stale = org.put(path, "\"1\"", "{'name': 'Late', 'advertiserName': 'A'}");
        assertThat(stale.status()).isEqualTo(409);
        assertThat(stale.reason()).isEqualTo("conflict");
        assertThat(org.put(path, "W/\"2\"", body).status()).isEqualTo(409);
        assertThat(org.put(path, "*", body).etag()).as("nothing changed").isEqualTo("\"2\"");
    }

    @Test
    void letsOneOfManyEditorsWithTheSameTagPass() {
        // given
        Caller org = anOrg();

        // when
        List<Integer> statuses = new ArrayList<>();
        try (ExecutorService editors = Executors.newFixedThreadPool(16)) {
            List<CompletableFuture<Answer>> edits = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                String body = "{'name': 'Editor " + i + "', 'advertiserName': 'A'}";
                edits.add(
                        CompletableFuture.supplyAsync(
                                () -> org.put("/v1/manage/campaigns/camp", "\"1\"", body),
                                editors));
            }
            edits.forEach(edit -> statuses.add(edit.join().status()));
        }

        // then
        assertThat(statuses).containsOnly(200, 409).containsOnlyOnce(200);
    }

    @Test
    void walksThroughAListInPages() {
        // given
        Caller org = SERVER.newOrg();
        for (int i = 0; i < 7; i++) {
            created(org, "applications", "{'id': 'a" + i + "', 'name': 'A'}");
        }

        // when
        List<String> ids = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = org.get("/v1/manage/applications?limit=3" + cursor).body();
            page.path("items").forEach(item -> ids.add(item.path("id").stringValue()));
            cursor =
                    page.has("nextCursor")
                            ? "&cursor=" + page.path("nextCursor").stringValue()
                            : "";
        } while (!cursor.isEmpty());

        // then
        assertThat(ids).containsExactly("a0", "a1", "a2", "a3", "a4", "a5", "a6");
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit=0", "limit=501", "limit=x", "cursor=%25%25"})
    void refusesAMalformedPage(String query) {
        Answer answer = SERVER.newOrg().get("/v1/manage/campaigns?" + query);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.reason()).isEqualTo("invalid_request");
    }

    @Test
    void hidesAnotherOrgsResources() {
        anOrg();
        Caller other = SERVER.newOrg();
        assertThat(other.get("/v1/manage/campaigns/camp").status()).isEqualTo(404);
        assertThat(other.put("/v1/manage/campaigns/camp", "\"1\"", "{}").status()).isEqualTo(404);
        assertThat(other.delete("/v1/manage/campaigns/camp").status()).isEqualTo(404);
        assertThat(other.get("/v1/manage/campaigns").body().path("items")).isEmpty();
        String lineItem = "{'campaignId': 'camp', 'name': 'L'," + PRICE + "}";
        assertThat(other.post("/v1/manage/line-items", lineItem).status()).isEqualTo(422);
    }

    @Test
    void takesManagementKeysOnly() {
        Caller org = anOrg();
        for (String kind : List.of("'fetch', 'applicationId': 'app'", "'read'")) {
            String key =
                    created(org, "keys", "{'kind': " + kind + "}").body().path("key").stringValue();
            Answer refused = SERVER.as(key).get("/v1/manage/keys");
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.reason()).isEqualTo("key_not_allowed");
        }
        assertThat(SERVER.as("il_mgmt_x").get("/v1/manage/keys").status()).isEqualTo(401);
    }

    @Test
    void showsAKeyOnceAndRevokesIt() {
        Caller org = anOrg();
        Answer made = created(org, "keys", "{'id': 'second', 'kind': 'mgmt'}");
        String key = made.body().path("key").stringValue();
        assertThat(key).matches("il_mgmt_[0-9A-Za-z]{43}");
        assertThat(org.get("/v1/manage/keys/second").body().has("key")).isFalse();
        assertThat(org.get("/v1/manage/keys/second").body().has("sha256")).isFalse();
        assertThat(SERVER.as(key).get("/v1/manage/keys").status()).isEqualTo(200);
        String limited = "{'kind': 'mgmt', 'rateLimitPerSecond': 9}";
        assertThat(org.put("/v1/manage/keys/second", "\"1\"", limited).status()).isEqualTo(200);
        assertThat(SERVER.as(key).get("/v1/manage/keys").status()).isEqualTo(200);
        assertThat(org.delete("/v1/manage/keys/second").status()).isEqualTo(204);
        assertThat(SERVER.as(key).get("/v1/manage/keys").status()).isEqualTo(401);
        assertThat(org.post("/v1/manage/keys", "{'id': 'second', 'kind': 'mgmt'}").status())
                .isEqualTo(409);
    }

    @Test
    void keepsOldVersionsOfACreative() {
        // given
        Caller org = anOrg();
        String orgId = SERVER.lastOrgId();

        // when
        Answer changed =
                org.put("/v1/manage/creatives/card", "\"1\"", card("https://example.com/2"));

        // then
        assertThat(changed.etag()).isEqualTo("\"2\"");
        assertThat(target(orgId, 1)).isEqualTo("https://example.com/1");
        assertThat(target(orgId, 2)).isEqualTo("https://example.com/2");
    }

    private static String target(String orgId, int version) {
        String key = CatalogueKeys.ofVersion(new OrgId(orgId), "card", version);
        CreativeVersionChanged creative =
                (CreativeVersionChanged) SERVER.catalogue().recordAt(Topics.CREATIVES, key);
        return creative.getCard().getActions().getFirst().getUrl();
    }

    @Test
    void remembersWhenALineItemBecameActive() {
        // given
        Caller org = anOrg();
        String path = "/v1/manage/line-items/line";
        String active = "{'campaignId': 'camp', 'status': 'active', 'name': 'L'," + PRICE + "}";
        String renamed = "{'campaignId': 'camp', 'status': 'active', 'name': 'M'," + PRICE + "}";
        assertThat(org.get(path).body().has("activatedAt")).isFalse();

        // when
        SERVER.setTime(Instant.parse("2026-03-02T08:00:00Z"));
        org.put(path, "\"1\"", active);
        SERVER.setTime(Instant.parse("2026-03-02T09:00:00Z"));
        Answer later = org.put(path, "\"2\"", renamed);

        // then
        assertThat(later.body().path("activatedAt").stringValue())
                .isEqualTo("2026-03-02T08:00:00Z");
        assertThat(later.body().path("updatedAt").stringValue()).isEqualTo("2026-03-02T09:00:00Z");
    }

    @Test
    void takesAShadowThatIsNotActiveYet() {
        Caller org = anOrg();
        String path = "/v1/manage/line-items/line";
        String shadow = "{'campaignId': 'camp', 'status': 'shadow', 'name': 'L'," + PRICE + "}";

        Answer taken = org.put(path, "\"1\"", shadow);

        assertThat(taken.body().path("status").stringValue()).isEqualTo("shadow");
        assertThat(taken.body().has("activatedAt")).isFalse();
    }

    @Test
    void archivesWhatBelongsToAResource() {
        Caller org = anOrg();
        assertThat(org.delete("/v1/manage/campaigns/camp").status()).isEqualTo(204);
        assertThat(org.get("/v1/manage/line-items/line").status()).isEqualTo(404);
        assertThat(org.get("/v1/manage/creatives/card").status()).isEqualTo(404);
        String key =
                created(org, "keys", "{'kind': 'fetch', 'applicationId': 'app'}")
                        .body()
                        .path("id")
                        .stringValue();
        assertThat(org.delete("/v1/manage/applications/app").status()).isEqualTo(204);
        assertThat(org.get("/v1/manage/keys/" + key).status()).isEqualTo(404);
    }

    @Test
    void keepsAnAdUnitThatLineItemsName() {
        Caller org = anOrg();
        created(
                org,
                "line-items",
                "{'id': 'there', 'campaignId': 'camp', 'name': 'L', 'adUnits': ['home'],"
                        + PRICE
                        + "}");
        Answer refused = org.delete("/v1/manage/ad-units/home");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.body().path("referrers").path(0).stringValue()).isEqualTo("there");
        Answer recoded =
                org.put("/v1/manage/ad-units/home", "\"1\"", "{'code': 'attic', 'name': 'Home'}");
        assertThat(recoded.status()).isEqualTo(409);
        Answer renamed =
                org.put("/v1/manage/ad-units/home", "\"1\"", "{'code': 'home', 'name': 'Front'}");
        assertThat(renamed.status()).isEqualTo(200);
    }

    @Test
    void listsAllViolationsInTheRefusal() {
        Caller org = anOrg();
        Answer broken =
                org.post(
                        "/v1/manage/line-items",
                        "{'campaignId': 'gone', 'name': 'L', 'priority': 40," + PRICE + "}");
        assertThat(broken.status()).isEqualTo(422);
        assertThat(broken.reason()).isEqualTo("invalid_resource");
        Set<String> paths = new HashSet<>();
        broken.body().path("violations").forEach(v -> paths.add(v.path("path").stringValue()));
        assertThat(paths).containsExactlyInAnyOrder("campaignId", "priority");
        Answer misshapen = org.post("/v1/manage/line-items", "{'name': 7, 'priority': 40}");
        assertThat(misshapen.status()).isEqualTo(400);
        assertThat(misshapen.reason()).isEqualTo("invalid_request");
        assertThat(misshapen.body().path("field").stringValue()).isEqualTo("campaignId");
        assertThat(misshapen.body().path("violations")).hasSize(4);
    }
}
