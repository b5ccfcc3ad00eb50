package io.interlude.manage.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.manage.fixture.ManagementServer;
import io.interlude.manage.fixture.ManagementServer.Answer;
import io.interlude.manage.fixture.ManagementServer.Caller;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class UsersIT {
    private static final String ALL = "/v1/manage/users";
    private static final String ANN = ALL + "/ann";
    private static final ManagementServer SERVER = ManagementServer.started();

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static Caller orgWithAnn(String role) {
        Caller org = SERVER.newOrg();
        Answer made =
                org.post(
                        ALL + "?strict=true",
                        "{'id': 'ann', 'email': 'Ann@Example.com', 'name': 'Ann', 'role': '%s'}"
                                .formatted(role));
        assertThat(made.status()).as("%s", made.body()).isEqualTo(201);
        return org;
    }

    @Test
    void areResourcesLikeTheOthers() {
        Caller org = orgWithAnn("viewer");

        Answer read = org.get(ANN);
        assertThat(read.body().path("email").asString()).isEqualTo("ann@example.com");
        assertThat(read.etag()).isEqualTo("\"1\"");
        Answer replaced =
                org.put(
                        ANN + "?strict=true",
                        read.etag(),
                        read.body().toString().replace("viewer", "admin"));
        assertThat(replaced.body().path("role").asString()).isEqualTo("admin");
        assertThat(org.put(ANN, read.etag(), read.body().toString()).status()).isEqualTo(409);
        assertThat(org.get(ANN + "/history").body().path("items").size()).isEqualTo(2);
        Answer restored = org.post(ANN + ":restore", "\"2\"", "{'revision': 2}");
        assertThat(restored.body().path("role").asString()).isEqualTo("viewer");
        assertThat(org.delete(ANN).status()).isEqualTo(204);
        assertThat(org.get(ALL).body().path("items")).isEmpty();
    }

    @Test
    void anAddressIsTakenOncePerOrg() {
        Caller org = orgWithAnn("viewer");
        String other = "{'id': 'ben', 'email': 'ANN@example.com', 'name': 'B', 'role': 'admin'}";

        Answer refused = org.post(ALL, other);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.body().path("field").asString()).isEqualTo("email");
        assertThat(SERVER.newOrg().post(ALL, other).status()).isEqualTo(201);
        org.delete(ANN);
        assertThat(org.post(ALL, other).status()).isEqualTo(201);
        assertThat(org.post(ANN + ":restore", "\"2\"", "{'revision': 2}").status()).isEqualTo(409);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ann",
                "ann@",
                "@example.com",
                "ann@example",
                "ann@@example.com",
                "a nn@example.com",
                "ann@example..com",
                "ann@-example.com",
                ".ann@example.com",
                "ann@example.com\\nbcc:eve@example.com",
                "Ann <ann@example.com>",
            })
    void anAddressMustBeOne(String email) {
        Answer refused =
                SERVER.newOrg()
                        .post(
                                ALL,
                                "{'email': '%s', 'name': 'A', 'role': 'viewer'}".formatted(email));

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body().at("/violations/0/path").asString()).isEqualTo("email");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'name': 'A', 'role': 'viewer'} | 400",
                "{'email': 'a@example.com', 'role': 'viewer'} | 400",
                "{'email': 'a@example.com', 'name': 'A'} | 400",
                "{'email': 'a@example.com', 'name': 'A', 'role': 'owner'} | 422",
                "{'email': 5, 'name': 'A', 'role': 'viewer'} | 400",
            })
    void areRefusedWhenTheyAreNone(String body, int status) {
        assertThat(SERVER.newOrg().post(ALL, body).status()).isEqualTo(status);
    }

    @Test
    void areNoPartOfAnExport() {
        Caller org = orgWithAnn("viewer");

        assertThat(org.get("/v1/manage/catalogue").body().has("users")).isFalse();
        org.put("/v1/manage/catalogue", "*", "{'applications': []}");
        assertThat(org.get(ANN).status()).isEqualTo(200);
    }

    @Test
    void theHistoryNamesThePerson() {
        Caller org = orgWithAnn("trafficker");
        SERVER.signedIn("ann").post("/v1/manage/applications", "{'id': 'app', 'name': 'App'}");

        var newest = org.get("/v1/manage/history").body().at("/items/0");
        assertThat(newest.path("changedBy").asString()).isEqualTo("ann");
        assertThat(newest.path("userId").asString()).isEqualTo("ann");
        assertThat(newest.has("keyId")).isFalse();
        var before = org.get("/v1/manage/history").body().at("/items/1");
        assertThat(before.path("changedBy")).isEqualTo(before.path("keyId"));
    }

    @Test
    void aSessionEndsWithItsUserAndDoesNotComeBackWithIt() {
        Caller org = orgWithAnn("admin");
        Caller ann = SERVER.signedIn("ann");
        assertThat(ann.get(ANN).status()).isEqualTo(200);

        org.delete(ANN);
        assertThat(ann.get(ANN).reason()).isEqualTo("invalid_session");
        SERVER.setTime(java.time.Instant.parse("2026-03-01T10:00:01Z"));
        assertThat(org.post(ANN + ":restore", "\"2\"", "{'revision': 2}").status()).isEqualTo(200);
        assertThat(ann.get(ANN).reason()).isEqualTo("invalid_session");
        assertThat(SERVER.signedIn("ann").get(ANN).status()).isEqualTo(200);
    }

    @Test
    void aNewRoleIsInEffectAtOnce() {
        Caller org = orgWithAnn("admin");
        Caller ann = SERVER.signedIn("ann");
        org.put(ANN, "\"1\"", org.get(ANN).body().toString().replace("admin", "viewer"));

        Answer refused = ann.put(ANN, "\"2\"", org.get(ANN).body().toString());
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.reason()).isEqualTo("role_not_allowed");
        assertThat(ann.get(ANN).status()).isEqualTo(200);
    }

    @Test
    void aChangeByCookieNeedsItsToken() {
        Caller org = orgWithAnn("admin");
        Caller ann = SERVER.signedIn("ann");
        Caller forged = ann.without("X-CSRF-Token");

        assertThat(forged.get(ANN).status()).isEqualTo(200);
        assertThat(forged.delete(ANN).reason()).isEqualTo("csrf_token");
        assertThat(org.get(ANN).status()).isEqualTo(200);
        assertThat(ann.without("Cookie").get(ANN).status()).isEqualTo(401);
        assertThat(ann.delete(ANN).status()).isEqualTo(204);
    }

    @Test
    void aSessionOfASuspendedOrgIsRefused() {
        orgWithAnn("admin");
        Caller ann = SERVER.signedIn("ann");
        String path = "/v1/operator/orgs/" + SERVER.lastOrgId();
        SERVER.as(ManagementServer.OPERATOR_TOKEN).patch(path, "{'suspended': true}");

        assertThat(ann.get(ANN).reason()).isEqualTo("org_suspended");
        SERVER.as(ManagementServer.OPERATOR_TOKEN).patch(path, "{'suspended': false}");
        assertThat(ann.get(ANN).status()).isEqualTo(200);
    }

    @Test
    void aSessionSeesItsOwnOrgAlone() {
        orgWithAnn("admin");
        Caller ann = SERVER.signedIn("ann");
        Caller other = SERVER.newOrg();
        other.post(ALL, "{'id': 'ben', 'email': 'b@example.com', 'name': 'B', 'role': 'admin'}");

        assertThat(ann.get(ALL + "/ben").status()).isEqualTo(404);
        assertThat(ann.get(ALL).body().path("items").size()).isEqualTo(1);
    }
}
