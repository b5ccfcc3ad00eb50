package io.interlude.manage.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.OrgId;
import io.interlude.manage.catalogue.CatalogueHandler;
import io.interlude.manage.fixture.ManagementServer;
import io.interlude.manage.fixture.ManagementServer.Answer;
import io.interlude.manage.fixture.ManagementServer.Caller;
import io.interlude.manage.fixture.RandomCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class CatalogueIT {
    private static final ManagementServer SERVER = ManagementServer.started();
    private static final String PATH = "/v1/manage/catalogue";
    private static final Path DEMO =
            Path.of("../interlude-local/src/main/resources/demo/catalogue.json");
    private static final String SMALL =
            """
            {'applications': [{'id': 'app', 'name': 'App'}],
             'adUnits': [{'id': 'home', 'code': 'home', 'name': 'Home'}],
             'campaigns': [{'id': 'camp', 'name': 'C', 'advertiserName': 'A'}],
             'lineItems': [{'id': 'line', 'campaignId': 'camp', 'name': 'L', 'adUnits': ['home'],
                            'price': {'model': 'cpm',
                                      'amount': {'amount': '5', 'currency': 'USD'}}}],
             'creatives': []}
            """;

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Test
    void importsTheDemoCatalogue() throws IOException {
        // given
        Caller org = SERVER.newOrg();
        String demo = Files.readString(DEMO, UTF_8);

        // when
        Answer imported = org.put(PATH, "*", demo.replace("'", "\\u0027"));

        // then
        assertThat(imported.status()).as("%s", imported.body()).isEqualTo(200);
        assertThat(org.get(PATH).body().path("lineItems").size()).isGreaterThanOrEqualTo(16);
        assertThat(demo).contains("house-run-of-network");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void exportsWhatImportsAsTheSame(long seed) {
        // given
        Caller here = SERVER.newOrg();
        Caller there = SERVER.newOrg();
        assertThat(here.putWithoutCondition(PATH, RandomCatalogue.of(seed)).status())
                .isEqualTo(200);
        JsonNode export = here.get(PATH).body();

        // when
        Answer again = here.putWithoutCondition(PATH, export.toString());
        Answer elsewhere = there.putWithoutCondition(PATH, export.toString());

        // then
        assertThat(again.body().path("changes")).isEmpty();
        assertThat(again.body().path("revision").longValue()).isEqualTo(2);
        assertThat(elsewhere.status()).isEqualTo(200);
        assertThat(there.get(PATH).body()).isEqualTo(export);
    }

    @Test
    void listsLargeFlowsAsEachIsReadAlone() {
        Caller org = SERVER.newOrg();
        org.putWithoutCondition(PATH, SMALL);
        String flow =
                """
                {'specVersion': '1.0', 'entryNodeId': 'hello',
                 'metadata': {'advertiserName': 'Shop', 'disclosureText': 'Sponsored', 'x': [%s]},
                 'nodes': [{'id': 'hello', 'type': 'message', 'text': 'Hello', 'next': 'buy'},
                   {'id': 'buy', 'type': 'action',
                    'action': {'kind': 'conversion', 'conversionName': 'order', 'value': 1.50}}]}\
                """
                        .formatted("{},".repeat(4_000) + "'é'");
        for (int i = 0; i < 30; i++) {
            String creative =
                    "{'id': 'c%02d', 'lineItemId': 'line', 'type': 'flow', 'flow': %s}"
                            .formatted(i, flow);
            Answer made = org.post("/v1/manage/creatives", creative);
            assertThat(made.status()).as("%s", made.body()).isEqualTo(201);
        }

        JsonNode list = org.get("/v1/manage/creatives?limit=25").body();
        JsonNode history = org.get("/v1/manage/history?limit=25").body();

        assertThat(list.path("items")).hasSize(25);
        for (JsonNode item : list.path("items")) {
            String id = item.path("id").stringValue();
            assertThat(item.toString())
                    .isEqualTo(org.get("/v1/manage/creatives/" + id).body().toString());
        }
        assertThat(list.path("nextCursor").isString()).isTrue();
        assertThat(history.path("items")).hasSize(25);
        assertThat(history.at("/items/0/resource"))
                .isEqualTo(org.get("/v1/manage/creatives/c29").body());
        assertThat(history.path("nextCursor").isString()).isTrue();
    }

    @Test
    void archivesWhatIsMissingAndKeepsWhatIsTheSame() {
        // given
        Caller org = SERVER.newOrg();
        org.putWithoutCondition(PATH, SMALL);
        org.post("/v1/manage/applications", "{'id': 'other', 'name': 'Other'}");
        org.post("/v1/manage/keys", "{'id': 'k', 'kind': 'fetch', 'applicationId': 'other'}");

        // when
        Answer imported = org.putWithoutCondition(PATH, SMALL.replace("'L'", "'Renamed'"));

        // then
        assertThat(imported.body().path("created").intValue()).isZero();
        assertThat(imported.body().path("updated").intValue()).isEqualTo(1);
        assertThat(imported.body().path("archived").intValue()).isEqualTo(2);
        assertThat(imported.body().path("unchanged").intValue()).isEqualTo(3);
        assertThat(org.get("/v1/manage/line-items/line").etag()).isEqualTo("\"2\"");
        assertThat(org.get("/v1/manage/campaigns/camp").etag()).isEqualTo("\"1\"");
        assertThat(org.get("/v1/manage/applications/other").status()).isEqualTo(404);
        assertThat(org.get("/v1/manage/keys/k").status()).isEqualTo(404);
    }

    @Test
    void refusesAllOfItWhenAnythingIsWrong() {
        // given
        Caller org = SERVER.newOrg();
        org.putWithoutCondition(PATH, SMALL);
        JsonNode before = org.get(PATH).body();
        String broken =
                SMALL.replace("'5'", "'-5'")
                        .replace("'camp', 'name': 'L'", "'gone', 'name': 'L'")
                        .replace("'creatives': []", "'creatives': [{'lineItemId': 'line'}]")
                        .replace("{'id': 'app'", "{'id': 'app', 'name': 'Twin'}, {'id': 'app'");

        // when
        Answer refused = org.putWithoutCondition(PATH, broken);

        // then
        assertThat(refused.status()).isEqualTo(400);
        List<String> violations = new ArrayList<>();
        refused.body()
                .path("violations")
                .forEach(violation ->
                        violations.add(
                                violation.path("path").stringValue()
                                        + " "
                                        + violation.path("rule").stringValue()));
        assertThat(violations)
                .containsExactly(
                        "applications[1].id unique",
                        "lineItems[0].campaignId exists",
                        "lineItems[0].price.amount.amount range",
                        "creatives[0].id required",
                        "creatives[0].type required");
        assertThat(org.get(PATH).body()).isEqualTo(before);
    }

    @Test
    void refusesBrokenRulesAsAnInvalidCatalogue() {
        Caller org = SERVER.newOrg();
        Answer refused = org.putWithoutCondition(PATH, SMALL.replace("'5'", "'-5'"));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.reason()).isEqualTo("invalid_catalogue");
    }

    @Test
    void showsTheDifferenceWithoutMakingIt() {
        // given
        Caller org = SERVER.newOrg();
        org.putWithoutCondition(PATH, SMALL);

        // when
        Answer dry =
                org.putWithoutCondition(PATH + "?dryRun=true", SMALL.replace("'Home'", "'Front'"));

        // then
        JsonNode change = dry.body().path("changes").path(0);
        assertThat(change.path("section").stringValue()).isEqualTo("adUnits");
        assertThat(change.path("change").stringValue()).isEqualTo("updated");
        assertThat(change.path("fields").path(0).stringValue()).isEqualTo("name");
        assertThat(org.get("/v1/manage/ad-units/home").etag()).isEqualTo("\"1\"");
    }

    @Test
    void tellsBeforeTheChangeThatTheCatalogueWouldBeTooLarge() {
        Caller org = SERVER.newOrg();
        org.putWithoutCondition(PATH, SMALL);
        SERVER.catalogue().fill(new OrgId(SERVER.lastOrgId()));
        String larger = SMALL.replace("'Home'", "'Front'");

        for (String path : List.of(PATH + "?dryRun=true", PATH)) {
            Answer refused = org.putWithoutCondition(path, larger);

            assertThat(refused.status()).as(path).isEqualTo(422);
            assertThat(refused.body().at("/violations/0/rule").stringValue())
                    .isEqualTo("catalogue_size");
        }
    }

    @Test
    void isConditionalOnTheRevisionWhenAsked() {
        Caller org = SERVER.newOrg();
        String before = org.get(PATH).etag();
        assertThat(org.put(PATH, before, SMALL).status()).isEqualTo(200);
        assertThat(org.put(PATH, before, SMALL).status()).isEqualTo(409);
    }

    @Test
    void refusesABodyOverEightMebibytes() {
        Caller org = SERVER.newOrg();
        assertThat(org.announced("PUT", PATH, CatalogueHandler.MAX_BODY_BYTES + 1)).isEqualTo(413);
    }
}
