package io.interlude.manage.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.manage.fixture.ManagementServer;
import io.interlude.manage.fixture.ManagementServer.Answer;
import io.interlude.manage.fixture.ManagementServer.Caller;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Fields that a resource does not have, in every kind of write.
class UnknownFieldsIT {
    private static final ManagementServer SERVER = ManagementServer.started();
    private static final String MANAGE = "/v1/manage/";
    private static final String CATALOGUE = MANAGE + "catalogue";

    private Caller org;

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @BeforeEach
    void makeACatalogue() {
        org = SERVER.newOrg();
        Answer imported =
                org.putWithoutCondition(
                        CATALOGUE,
                        """
                        {'applications': [{'id': 'app', 'name': 'App'}],
                         'adUnits': [{'id': 'home', 'code': 'home', 'name': 'Home'}],
                         'campaigns': [{'id': 'camp', 'name': 'C', 'advertiserName': 'A',
                           'frequencyCaps': [{'max': 1, 'per': 'PT1H', 'scope': 'campaign'}]}],
                         'lineItems': [{'id': 'line', 'campaignId': 'camp', 'name': 'L',
                           'status': 'active',
                           'price': {'model': 'cpm', 'amount': {'amount': '5', 'currency': 'USD'}},
                           'budget': {'daily': {'amount': '5', 'currency': 'USD'}},
                           'dayparts': [{'days': ['mon'], 'from': '08:00', 'to': '20:00'}],
                           'targeting': {'all': [{'attribute': 'a', 'op': 'eq', 'value': 'b'}]},
                           'context': {'topics': ['soup']}}],
                         'creatives': [{'id': 'card', 'lineItemId': 'line', 'type': 'card',
                           'properties': {'anything': 'goes'},
                           'card': {'title': 'T', 'disclosure': 'Ad',
                             'actions': [{'text': 'Go', 'url': 'https://example.com/'}]}}],
                         'settings': {'suitability': {'unread': 'serve'}}}
                        """);
        assertThat(imported.status()).as("%s", imported.body()).isEqualTo(200);
        assertThat(imported.body().has("warnings")).isFalse();
        org.post(MANAGE + "keys", "{'id': 'reader', 'kind': 'read'}");
    }

    /// The resource with a field `stray` in the object at the JSON pointer.
    private String stray(String resource, String pointer) {
        ObjectNode json = (ObjectNode) org.get(MANAGE + resource).body();
        ((ObjectNode) (pointer == null ? json : json.at(pointer))).put("stray", 1);
        return json.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "applications/app, , stray",
        "keys/reader, , stray",
        "ad-units/home, , stray",
        "campaigns/camp, , stray",
        "campaigns/camp, /frequencyCaps/0, frequencyCaps[0].stray",
        "line-items/line, , stray",
        "line-items/line, /price, price.stray",
        "line-items/line, /price/amount, price.amount.stray",
        "line-items/line, /budget/daily, budget.daily.stray",
        "line-items/line, /dayparts/0, dayparts[0].stray",
        "line-items/line, /targeting, targeting.stray",
        "line-items/line, /targeting/all/0, targeting.all[0].stray",
        "line-items/line, /context, context.stray",
        "creatives/card, , stray",
        "creatives/card, /card, card.stray",
        "creatives/card, /card/actions/0, card.actions[0].stray",
        "settings, , stray",
        "settings, /suitability, suitability.stray",
    })
    void warnOrAreRefusedByPath(String resource, String pointer, String path) {
        String body = stray(resource, pointer);

        Answer refused = org.put(MANAGE + resource + "?strict=true", "*", body);
        assertThat(refused.status()).as("%s", refused.body()).isEqualTo(422);
        assertThat(refused.body().at("/violations/0/rule").asString()).isEqualTo("unknown_field");
        assertThat(refused.body().at("/violations/0/path").asString()).isEqualTo(path);

        Answer warned = org.put(MANAGE + resource, "*", body);
        assertThat(warned.status()).as("%s", warned.body()).isEqualTo(200);
        assertThat(warned.body().path("warnings").size()).isEqualTo(1);
        JsonNode warning = warned.body().at("/warnings/0");
        assertThat(warning.path("path").asString()).isEqualTo(path);
        assertThat(warning.propertyNames()).containsExactly("path", "message");
        assertThat(org.get(MANAGE + resource).body().has("warnings")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "applications/app",
                "keys/reader",
                "ad-units/home",
                "campaigns/camp",
                "line-items/line",
                "creatives/card",
                "settings",
            })
    void areNoneInAnAnswerThatIsSentBack(String resource) {
        String body = org.get(MANAGE + resource).body().toString();

        Answer answer = org.put(MANAGE + resource + "?strict=true", "*", body);

        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
        assertThat(answer.body().has("warnings")).isFalse();
    }

    @Test
    void areRefusedWhereAResourceIsMadeAndNothingIsSaved() {
        String body = "{'id': 'new', 'name': 'N', 'nmae': 'N'}";

        assertThat(org.post(MANAGE + "applications?strict=true", body).status()).isEqualTo(422);
        assertThat(org.get(MANAGE + "applications/new").status()).isEqualTo(404);

        Answer made = org.post(MANAGE + "applications", body);
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.body().at("/warnings/0/path").asString()).isEqualTo("nmae");
    }

    @Test
    void ofAnImportAreFoundInEachItemAndBesideTheSections() {
        ObjectNode export = (ObjectNode) org.get(CATALOGUE).body();
        assertThat(org.put(CATALOGUE + "?strict=true", "*", export.toString()).status())
                .isEqualTo(200);
        ((ObjectNode) export.at("/lineItems/0/price")).put("stray", 1);
        ((ObjectNode) export.at("/settings/suitability")).put("stray", 1);
        ((ObjectNode) export.at("/applications/0")).put("name", "Renamed").put("stray", 1);
        export.put("banners", 1);

        Answer refused = org.put(CATALOGUE + "?strict=true", "*", export.toString());
        Answer warned = org.put(CATALOGUE, "*", export.toString());

        List<String> paths =
                List.of(
                        "applications[0].stray",
                        "lineItems[0].price.stray",
                        "settings.suitability.stray",
                        "banners");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.reason()).isEqualTo("invalid_catalogue");
        assertThat(refused.body().path("violations").findValuesAsString("path"))
                .containsExactlyElementsOf(paths);
        assertThat(warned.status()).isEqualTo(200);
        assertThat(warned.body().path("warnings").findValuesAsString("path"))
                .containsExactlyElementsOf(paths);
        assertThat(warned.body().path("updated").intValue()).isEqualTo(1);
    }

    @Test
    void ofACommandAreFoundToo() {
        String rotate = MANAGE + "keys/reader:rotate";
        assertThat(org.post(rotate + "?strict=true", "{'overlapp': 'PT1H'}").status())
                .isEqualTo(422);
        assertThat(org.get(MANAGE + "keys/reader").etag()).isEqualTo("\"1\"");
        assertThat(
                        org.post(rotate, "{'overlapp': 'PT1H'}")
                                .body()
                                .at("/warnings/0/path")
                                .asString())
                .isEqualTo("overlapp");
        String restore = MANAGE + "applications/app:restore";
        assertThat(org.post(restore + "?strict=true", "*", "{'revision': 2, 'to': 1}").status())
                .isEqualTo(422);
        assertThat(
                        org.post(restore, "*", "{'revision': 2, 'to': 1}")
                                .body()
                                .at("/warnings/0/path")
                                .asString())
                .isEqualTo("to");
    }
}
