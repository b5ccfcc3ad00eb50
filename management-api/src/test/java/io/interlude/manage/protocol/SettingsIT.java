package io.interlude.manage.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.manage.fixture.ManagementServer;
import io.interlude.manage.fixture.ManagementServer.Answer;
import io.interlude.manage.fixture.ManagementServer.Caller;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class SettingsIT {
    private static final ManagementServer SERVER = ManagementServer.started();
    private static final String PATH = "/v1/manage/settings";

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Test
    void areEmptyUntilTheyAreWrittenAndThenReplacedAsAWhole() {
        Caller org = SERVER.newOrg();

        Answer none = org.get(PATH);
        assertThat(none.status()).isEqualTo(200);
        assertThat(none.body().isEmpty()).isTrue();

        Answer written =
                org.put(
                        PATH,
                        "\"0\"",
                        "{'suitability': {'unread': 'runOfNetwork', 'decline': ['grief']}}");
        assertThat(written.status()).as("%s", written.body()).isEqualTo(200);
        assertThat(written.body().path("version").intValue()).isEqualTo(1);
        assertThat(org.get(PATH).body()).isEqualTo(written.body());
        assertThat(written.body().path("suitability").path("unread").stringValue())
                .isEqualTo("runOfNetwork");

        assertThat(org.put(PATH, "\"0\"", "{}").status()).isEqualTo(409);
        Answer emptied = org.put(PATH, "\"1\"", "{}");
        assertThat(emptied.status()).isEqualTo(200);
        assertThat(emptied.body().has("suitability")).isFalse();
        assertThat(emptied.body().path("version").intValue()).isEqualTo(2);
    }

    @Test
    void unknownWordsAreRefusedByPath() {
        Caller org = SERVER.newOrg();

        Answer refused =
                org.put(
                        PATH,
                        "\"0\"",
                        "{'suitability': {'unread': 'maybe', 'decline': ['grief', 'rain']}}");

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body().path("violations").findValuesAsString("path"))
                .containsExactly("suitability.unread", "suitability.decline[1]");
        assertThat(org.get(PATH).body().isEmpty()).isTrue();
    }

    @Test
    void areAPartOfAnExportThatAnImportMayLeaveOut() {
        Caller org = SERVER.newOrg();
        assertThat(org.get("/v1/manage/catalogue").body().has("settings")).isFalse();
        org.put(PATH, "\"0\"", "{'suitability': {'decline': []}}");

        Answer exported = org.get("/v1/manage/catalogue");
        assertThat(exported.body().path("settings").path("suitability").path("decline").isArray())
                .isTrue();
        Caller other = SERVER.newOrg();
        other.put("/v1/manage/catalogue", "*", exported.body().toString());

        assertThat(other.get(PATH).body().path("suitability"))
                .isEqualTo(org.get(PATH).body().path("suitability"));
        other.put("/v1/manage/catalogue", "*", "{'applications': []}");
        assertThat(other.get(PATH).body().path("suitability"))
                .isEqualTo(org.get(PATH).body().path("suitability"));
    }

    @Test
    void sayWhatBecomesOfOrdersByAgents() {
        Caller org = SERVER.newOrg();

        Answer settings = org.put(PATH, "\"0\"", "{'agentOrders': 'start'}");

        assertThat(settings.body().path("agentOrders").stringValue()).isEqualTo("start");
        assertThat(org.put(PATH, "\"1\"", "{'agentOrders': 'soon'}").status()).isEqualTo(422);
    }

    @Test
    void sayHowManyAdsAConversationTakes() {
        Caller org = SERVER.newOrg();
        String load =
                "{'firstAfterTurns': 2, 'minTurnsBetween': 4, 'minGap': 'PT2M',"
                        + " 'maxPerConversation': 3, 'separation': {'advertiser': 2, 'category': 1}}";

        Answer settings = org.put(PATH, "\"0\"", "{'adLoad': " + load + "}");
        Answer adUnit = org.post("/v1/manage/ad-units", "{'code': 'u', 'name': 'U', 'adLoad': {}}");

        assertThat(settings.body().path("adLoad").toString())
                .isEqualTo(load.replace('\'', '"').replace(" ", ""));
        assertThat(adUnit.body().path("adLoad").isObject()).as("%s", adUnit.body()).isTrue();
        Answer refused =
                org.put(
                        PATH,
                        "\"1\"",
                        "{'adLoad': {'minGap': 'two minutes', 'maxPerConversation': 0,"
                                + " 'separation': {'advertiser': 101}}}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body().path("violations").findValuesAsString("path"))
                .containsExactlyInAnyOrder(
                        "adLoad.minGap",
                        "adLoad.maxPerConversation",
                        "adLoad.separation.advertiser");
    }

    @Test
    void sayHowOftenACreativeMayBeReported() {
        Caller org = SERVER.newOrg();
        String limit = "{'share':0.05,'atLeast':20}".replace('\'', '"');

        Answer settings = org.put(PATH, "\"0\"", "{'feedbackLimit': " + limit + "}");

        assertThat(settings.body().path("feedbackLimit").toString()).isEqualTo(limit);
        Answer exported = org.get("/v1/manage/catalogue");
        assertThat(exported.body().path("settings").path("feedbackLimit").toString())
                .isEqualTo(limit);
        Answer refused = org.put(PATH, "\"1\"", "{'feedbackLimit': {'share': 1.5, 'atLeast': 0}}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body().path("violations").findValuesAsString("path"))
                .containsExactlyInAnyOrder("feedbackLimit.share", "feedbackLimit.atLeast");
        Answer incomplete = org.put(PATH, "\"1\"", "{'feedbackLimit': {}}");
        assertThat(incomplete.body().path("violations").findValuesAsString("path"))
                .containsExactlyInAnyOrder("feedbackLimit.share", "feedbackLimit.atLeast");
    }

    @Test
    void nameTheAttributesThatReportsAreBy() {
        Caller org = SERVER.newOrg();

        Answer settings = org.put(PATH, "\"0\"", "{'reportedAttributes': ['country', 'app.tier']}");

        assertThat(settings.status()).as("%s", settings.body()).isEqualTo(200);
        assertThat(settings.body().path("reportedAttributes").toString())
                .isEqualTo("[\"country\",\"app.tier\"]");
        assertThat(settings.body().has("attributeProgress")).as("nothing counts here").isFalse();
        Answer refused =
                org.put(
                        PATH,
                        "\"1\"",
                        "{'reportedAttributes': ['a', 'a', 'a,b', 'Context', '%s']}"
                                .formatted("x".repeat(65)));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body().path("violations").findValuesAsString("path"))
                .containsExactly(
                        "reportedAttributes[1]",
                        "reportedAttributes[2]",
                        "reportedAttributes[3]",
                        "reportedAttributes[4]");
        Answer tooMany =
                org.put(
                        PATH,
                        "\"1\"",
                        "{'reportedAttributes': ['a','b','c','d','e','f','g','h','i']}");
        assertThat(tooMany.body().path("violations").findValuesAsString("path"))
                .contains("reportedAttributes");
        assertThat(
                        org.put(
                                        PATH + "?strict=true",
                                        "\"1\"",
                                        "{'reportedAttributes': ['b'], 'attributeProgress': {'b': 0.5}}")
                                .status())
                .as("what an answer had may be sent back")
                .isEqualTo(200);
    }

    @Test
    void sayHowLongEventsAreKept() {
        Caller org = SERVER.newOrg();
        String retention = "{'events':'P400D'}".replace('\'', '"');

        Answer settings = org.put(PATH, "\"0\"", "{'retention': " + retention + "}");

        assertThat(settings.status()).as("%s", settings.body()).isEqualTo(200);
        assertThat(settings.body().path("retention").toString()).isEqualTo(retention);
        assertThat(org.get("/v1/manage/catalogue").body().at("/settings/retention").toString())
                .isEqualTo(retention);
        for (String wrong :
                List.of("P0D", "P36501D", "-P1D", "P1Y", "P2W", "PT24H", "P1DT1H", "P1.5D", "")) {
            Answer refused =
                    org.put(PATH, "\"1\"", "{'retention': {'events': '%s'}}".formatted(wrong));
            assertThat(refused.status()).as(wrong).isEqualTo(422);
            assertThat(refused.body().path("violations").findValuesAsString("path"))
                    .as(wrong)
                    .containsExactly("retention.events");
        }
        Answer incomplete = org.put(PATH, "\"1\"", "{'retention': {}}");
        assertThat(incomplete.body().path("violations").findValuesAsString("path"))
                .containsExactly("retention.events");
        assertThat(org.put(PATH, "\"1\"", "{}").body().has("retention")).isFalse();
    }

    @Test
    void haveAHistoryAndCanBeRestored() {
        Caller org = SERVER.newOrg();
        org.put(PATH, "\"0\"", "{'suitability': {'unread': 'serve'}}");
        org.put(PATH, "\"1\"", "{}");

        Answer history = org.get(PATH + "/history");
        assertThat(history.body().path("items").size()).as("%s", history.body()).isEqualTo(2);
        long first = history.body().path("items").get(1).path("revision").longValue();
        Answer restored = org.post(PATH + ":restore", "\"2\"", "{'revision': " + first + "}");

        assertThat(restored.status()).as("%s", restored.body()).isEqualTo(200);
        assertThat(org.get(PATH).body().path("suitability").path("unread").stringValue())
                .isEqualTo("serve");
    }

    @Test
    void keepCurrencyRatesAndRankingAsTheyWereSent() {
        Caller org = SERVER.newOrg();

        Answer written =
                org.put(
                        PATH,
                        "\"0\"",
                        "{'currency': 'EUR', 'rates': {'USD': '0.920', 'JPY': '6e-3'},"
                                + " 'ranking': 'balanced'}");
        assertThat(written.status()).as("%s", written.body()).isEqualTo(200);
        assertThat(written.body().path("currency").stringValue()).isEqualTo("EUR");
        assertThat(written.body().path("rates").path("USD").stringValue()).isEqualTo("0.920");
        assertThat(written.body().path("rates").path("JPY").stringValue()).isEqualTo("6e-3");
        assertThat(written.body().path("ranking").stringValue()).isEqualTo("balanced");

        Caller other = SERVER.newOrg();
        String exported = org.get("/v1/manage/catalogue").body().toString();
        other.put("/v1/manage/catalogue", "*", exported);
        assertThat(other.get(PATH).body().path("rates")).isEqualTo(written.body().path("rates"));

        org.put(PATH, "\"1\"", "{}");
        long first =
                org.get(PATH + "/history").body().path("items").get(1).path("revision").longValue();
        Answer restored = org.post(PATH + ":restore", "\"2\"", "{'revision': " + first + "}");
        assertThat(restored.body().path("rates")).isEqualTo(written.body().path("rates"));
        assertThat(restored.body().path("ranking").stringValue()).isEqualTo("balanced");
    }

    @Test
    void currenciesRatesAndRankingsThatCannotBeAreRefusedByPath() {
        Caller org = SERVER.newOrg();

        Answer refused =
                org.put(
                        PATH,
                        "\"0\"",
                        "{'currency': 'XYZ', 'ranking': 'price', 'rates': {'ABC': '1',"
                                + " 'GBP': '0', 'CHF': '-1', 'JPY': '1e400', 'SEK': 'ten',"
                                + " 'NOK': '0.1'}}");

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body().path("violations").findValuesAsString("path"))
                .containsExactlyInAnyOrder(
                        "currency",
                        "ranking",
                        "rates.ABC",
                        "rates.GBP",
                        "rates.CHF",
                        "rates.JPY",
                        "rates.SEK");
        assertThat(org.put(PATH, "\"0\"", "{'rates': {'EUR': 1.08}}").status()).isEqualTo(400);
        assertThat(org.get(PATH).body().isEmpty()).isTrue();
    }

    @Test
    void anAdUnitHasAFloor() {
        Caller org = SERVER.newOrg();

        Answer refused =
                org.post(
                        "/v1/manage/ad-units",
                        "{'id': 'u', 'code': 'u', 'name': 'U', 'floor': {'amount': '-1',"
                                + " 'currency': 'ABC'}}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body().path("violations").findValuesAsString("path"))
                .containsExactlyInAnyOrder("floor.amount", "floor.currency");
        Answer made =
                org.post(
                        "/v1/manage/ad-units",
                        "{'id': 'u', 'code': 'u', 'name': 'U',"
                                + " 'floor': {'amount': '2.5', 'currency': 'USD'}}");
        assertThat(made.status()).as("%s", made.body()).isEqualTo(201);
        assertThat(made.body().path("floor").path("amount").stringValue()).isEqualTo("2.50");

        Caller other = SERVER.newOrg();
        String exported = org.get("/v1/manage/catalogue").body().toString();
        other.put("/v1/manage/catalogue", "*", exported);
        assertThat(other.get("/v1/manage/ad-units/u").body().path("floor"))
                .isEqualTo(made.body().path("floor"));
    }
}
