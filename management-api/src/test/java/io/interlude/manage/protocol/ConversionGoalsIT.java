package io.interlude.manage.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.manage.fixture.ManagementServer;
import io.interlude.manage.fixture.ManagementServer.Answer;
import io.interlude.manage.fixture.ManagementServer.Caller;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConversionGoalsIT {
    private static final ManagementServer SERVER = ManagementServer.started();
    private static final String PATH = "/v1/manage/conversion-goals";
    private static final String SALE =
            "{'id': 'sale', 'name': 'Sale', 'match': {'names': ['purchase']}}";

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Test
    void countOneWithinThirtyDaysOfAClickUnlessTold() {
        Caller org = SERVER.newOrg();

        Answer made = org.post(PATH, SALE);

        assertThat(made.status()).as("%s", made.body()).isEqualTo(201);
        assertThat(made.body().path("count").stringValue()).isEqualTo("one");
        assertThat(made.body().path("clickWindow").stringValue()).isEqualTo("P30D");
        assertThat(made.body().path("viewWindow").stringValue()).isEqualTo("PT0S");
        assertThat(made.body().has("value")).isFalse();
        assertThat(org.get(PATH + "/sale").body()).isEqualTo(made.body());
    }

    @Test
    void areReplacedAndRestored() {
        Caller org = SERVER.newOrg();
        org.post(PATH, SALE);

        Answer replaced =
                org.put(
                        PATH + "/sale",
                        "\"1\"",
                        "{'name': 'Sale', 'match': {'names': ['a', 'b']}, 'count': 'every',"
                                + " 'clickWindow': 'PT36H', 'viewWindow': 'P1D',"
                                + " 'value': {'amount': '2.50', 'currency': 'EUR'}}");
        assertThat(replaced.status()).as("%s", replaced.body()).isEqualTo(200);
        assertThat(replaced.body().path("clickWindow").stringValue()).isEqualTo("PT36H");
        assertThat(replaced.body().path("value").path("amount").stringValue()).isEqualTo("2.50");

        Answer history = org.get(PATH + "/sale/history");
        long first = history.body().path("items").get(1).path("revision").longValue();
        Answer restored = org.post(PATH + "/sale:restore", "\"2\"", "{'revision': " + first + "}");
        assertThat(restored.status()).as("%s", restored.body()).isEqualTo(200);
        assertThat(org.get(PATH + "/sale").body().path("count").stringValue()).isEqualTo("one");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'name': 'x', 'match': {'names': []}} | match.names",
                "{'name': 'x', 'match': {'names': ['a']}, 'count': 'two'} | count",
                "{'name': 'x', 'match': {'names': ['a']}, 'clickWindow': '30'} | clickWindow",
                "{'name': 'x', 'match': {'names': ['a']}, 'viewWindow': 'P401D'} | viewWindow"
            })
    void areRefusedByPath(String body, String path) {
        Answer refused = SERVER.newOrg().post(PATH, body);

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body().path("violations").findValuesAsString("path"))
                .containsExactly(path);
    }

    @Test
    void aLineItemNamesOnlyThoseThereAreAndKeepsThem() {
        Caller org = SERVER.newOrg();
        org.post("/v1/manage/campaigns", "{'id': 'c', 'name': 'C', 'advertiserName': 'A'}");
        String lineItem =
                "{'id': 'li', 'campaignId': 'c', 'name': 'L', 'conversionGoals': ['sale'],"
                        + " 'price': {'model': 'cpa', 'amount': {'amount': '1', 'currency': 'USD'}}}";

        Answer unknown = org.post("/v1/manage/line-items", lineItem);
        assertThat(unknown.status()).isEqualTo(422);
        assertThat(unknown.body().path("violations").findValuesAsString("path"))
                .containsExactly("conversionGoals[0]");

        org.post(PATH, SALE);
        Answer made = org.post("/v1/manage/line-items", lineItem);
        assertThat(made.status()).as("%s", made.body()).isEqualTo(201);
        assertThat(made.body().path("conversionGoals").get(0).stringValue()).isEqualTo("sale");
        assertThat(org.delete(PATH + "/sale").status()).isEqualTo(409);
    }

    @Test
    void areAPartOfAnExportThatAnImportMayLeaveOut() {
        Caller org = SERVER.newOrg();
        assertThat(org.get("/v1/manage/catalogue").body().has("conversionGoals")).isFalse();
        org.post(PATH, SALE);
        Answer exported = org.get("/v1/manage/catalogue");
        Caller other = SERVER.newOrg();

        other.put("/v1/manage/catalogue", "*", exported.body().toString());
        assertThat(other.get(PATH + "/sale").status()).isEqualTo(200);
        other.put("/v1/manage/catalogue", "*", "{'applications': []}");
        assertThat(other.get(PATH + "/sale").status()).isEqualTo(200);
        other.put("/v1/manage/catalogue", "*", "{'conversionGoals': []}");
        assertThat(other.get(PATH + "/sale").status()).isEqualTo(404);
    }
}
