package io.interlude.manage.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.OrgId;
import io.interlude.manage.fixture.ManagementServer;
import io.interlude.manage.fixture.ManagementServer.Answer;
import io.interlude.manage.fixture.ManagementServer.Caller;
import io.interlude.manage.org.OrgCommands;
import io.interlude.schema.topic.Topics;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class OrgIT {
    private static final ManagementServer SERVER = ManagementServer.started();
    private static final String PATH = "/v1/operator/orgs";

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Test
    void makesAnOrgWithItsFirstManagementKey() {
        // given
        Caller operator = SERVER.as(ManagementServer.OPERATOR_TOKEN);

        // when
        Answer made = operator.post(PATH, "{'id': 'acme', 'name': 'Acme'}");

        // then
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.body().propertyNames()).containsExactlyInAnyOrder("id", "name", "key");
        Caller org = SERVER.as(made.body().path("key").stringValue());
        assertThat(org.get("/v1/manage/keys").body().path("items").path(0).path("id").stringValue())
                .isEqualTo(OrgCommands.FIRST_KEY_ID);
        assertThat(operator.post(PATH, "{'id': 'acme', 'name': 'Again'}").status()).isEqualTo(409);
        assertThat(operator.post(PATH, "{'id': 'no name'}").status()).isEqualTo(400);
        assertThat(operator.post(PATH, "{'id': 'A', 'name': 'A'}").status()).isEqualTo(422);
    }

    @Test
    void ignoresUnknownFieldsWithAWarningOrRefusesThemWhereThatIsAskedFor() {
        Caller operator = SERVER.as(ManagementServer.OPERATOR_TOKEN);
        String body = "{'id': 'typo', 'name': 'T', 'timezone': 'Asia/Tokyo'}";

        Answer strict = operator.post(PATH + "?strict=true", body);
        assertThat(strict.status()).isEqualTo(422);
        assertThat(strict.body().at("/violations/0/rule").asString()).isEqualTo("unknown_field");
        assertThat(strict.body().at("/violations/0/path").asString()).isEqualTo("timezone");
        Answer made = operator.post(PATH, body);
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.body().path("warnings").size()).isEqualTo(1);
        assertThat(made.body().at("/warnings/0/path").asString()).isEqualTo("timezone");
    }

    @Test
    void takesATimeZone() {
        Caller operator = SERVER.as(ManagementServer.OPERATOR_TOKEN);

        assertThat(
                        operator.post(
                                        PATH,
                                        "{'id': 'tokyo', 'name': 'T', 'timeZone': 'Asia/Tokyo'}")
                                .status())
                .isEqualTo(201);
        assertThat(SERVER.catalogue().latest(Topics.ORGS, new OrgId("tokyo"), "tokyo"))
                .hasValueSatisfying(org -> assertThat(org.getTimeZone()).isEqualTo("Asia/Tokyo"));
        assertThat(operator.post(PATH, "{'name': 'M', 'timeZone': 'Mars/Base'}").status())
                .isEqualTo(422);
    }

    @Test
    void listsRenamesAndSuspends() {
        Caller operator = SERVER.as(ManagementServer.OPERATOR_TOKEN);
        Caller org = SERVER.newOrg();
        String path = PATH + "/" + SERVER.lastOrgId();

        Answer suspended = operator.patch(path, "{'suspended': true}");
        assertThat(suspended.status()).as("%s", suspended.body()).isEqualTo(200);
        assertThat(suspended.body().path("suspended").booleanValue()).isTrue();
        assertThat(org.get("/v1/manage/campaigns").status()).isEqualTo(403);
        assertThat(org.get("/v1/manage/campaigns").reason()).isEqualTo("org_suspended");

        Answer renamed = operator.patch(path, "{'name': 'Renamed'}");
        assertThat(renamed.body().path("suspended").booleanValue()).isTrue();
        assertThat(renamed.body().path("version").intValue()).isEqualTo(3);
        assertThat(operator.get(PATH).body().path("items").valueStream())
                .filteredOn(item -> item.path("id").asString().equals(SERVER.lastOrgId()))
                .containsExactly(renamed.body());

        operator.patch(path, "{'suspended': false}");
        assertThat(org.get("/v1/manage/campaigns").status()).isEqualTo(200);
    }

    @Test
    void refusesChangesThatCannotBe() {
        Caller operator = SERVER.as(ManagementServer.OPERATOR_TOKEN);
        SERVER.newOrg();
        String path = PATH + "/" + SERVER.lastOrgId();

        assertThat(operator.patch(PATH + "/nobody", "{'name': 'N'}").status()).isEqualTo(404);
        assertThat(operator.patch(path, "{'name': ''}").status()).isEqualTo(422);
        assertThat(operator.patch(path, "{'suspended': 'yes'}").status()).isEqualTo(400);
        assertThat(operator.patch(path + "?strict=true", "{'timeZone': 'UTC'}").status())
                .isEqualTo(422);
        assertThat(operator.patch(path, "{'timeZone': 'UTC'}").body().path("warnings").size())
                .isEqualTo(1);
        assertThat(SERVER.as("il_mgmt_none").patch(path, "{'name': 'N'}").status()).isEqualTo(401);
    }

    @Test
    void givesAnOrgAKeyInPlaceOfOneThatIsLost() {
        Caller operator = SERVER.as(ManagementServer.OPERATOR_TOKEN);
        SERVER.newOrg();
        String path = PATH + "/" + SERVER.lastOrgId() + "/keys";

        Answer made = operator.post(path, "{'label': 'Found again'}");

        assertThat(made.status()).as("%s", made.body()).isEqualTo(201);
        assertThat(made.body().path("kind").asString()).isEqualTo("mgmt");
        Caller org = SERVER.as(made.body().path("key").stringValue());
        assertThat(org.get("/v1/manage/keys").body().path("items").size()).isEqualTo(2);
        assertThat(operator.post(path, "").status()).isEqualTo(201);
        assertThat(operator.post(PATH + "/nobody/keys", "{}").status()).isEqualTo(404);
    }

    @Test
    void takesTheOperatorTokenOnly() {
        String key = SERVER.newOrg().post("/v1/manage/keys", "{'kind': 'mgmt'}").reason();
        assertThat(SERVER.as("il_mgmt_" + key).post(PATH, "{'name': 'A'}").status()).isEqualTo(401);
    }

    @Test
    void makesWhoGuessesTheOperatorTokenWait() {
        // A server of its own: others would have to wait too.
        try (ManagementServer server = ManagementServer.started()) {
            Caller guesser = server.as("il_mgmt_no-operator-token");
            List<Integer> statuses =
                    IntStream.range(0, 50)
                            .mapToObj(i -> guesser.post(PATH, "{'name': 'A'}").status())
                            .toList();

            assertThat(statuses).startsWith(401, 401, 401).contains(429).containsOnly(401, 429);
        }
    }
}
