package io.interlude.manage.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.manage.fixture.ManagementServer;
import io.interlude.manage.fixture.ManagementServer.Answer;
import io.interlude.manage.fixture.ManagementServer.Caller;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class SavedReportsIT {
    private static final ManagementServer SERVER = ManagementServer.started();
    private static final String ALL = "/v1/manage/saved-reports";
    private static final String ONE = ALL + "/weekly";
    private static final String CATALOGUE = "/v1/manage/catalogue";

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static Caller orgWithOne() {
        Caller org = SERVER.newOrg();
        Answer made =
                org.post(
                        ALL,
                        "{'id': 'weekly', 'name': 'Weekly',"
                                + " 'query': {'groupBy': ['campaign'], 'totals': true, 'limit': 5}}");
        assertThat(made.status()).as("%s", made.body()).isEqualTo(201);
        return org;
    }

    @Test
    void areKeptAsTheyWereGivenAndHaveAHistory() {
        Caller org = orgWithOne();

        Answer read = org.get(ONE);
        assertThat(read.body().path("query").toString())
                .isEqualTo("{\"groupBy\":[\"campaign\"],\"totals\":true,\"limit\":5}");

        Answer replaced =
                org.put(
                        ONE,
                        read.etag(),
                        "{'name': 'Weekly', 'query': 'groupBy=campaign&compare=previous'}");
        assertThat(replaced.status()).isEqualTo(200);
        assertThat(replaced.body().path("query").asString())
                .isEqualTo("groupBy=campaign&compare=previous");
        assertThat(org.get(ONE + "/history").body().path("items").size()).isEqualTo(2);
        assertThat(org.get("/v1/manage/history").body().at("/items/0/section").asString())
                .isEqualTo("savedReports");
        Answer restored = org.post(ONE + ":restore", "\"2\"", "{'revision': 2}");
        assertThat(restored.body().path("query")).isEqualTo(read.body().path("query"));
        assertThat(org.delete(ONE).status()).isEqualTo(204);
        assertThat(org.get(ALL).body().path("items")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'name': 'N'} | 400",
                "{'query': 'a=b'} | 400",
                "{'name': 'N', 'query': 5} | 400",
                "{'name': 'N', 'query': {'groupBy': {'by': 'campaign'}}} | 400",
                "{'name': '', 'query': 'a=b'} | 422",
                "{'name': 'N', 'query': ' '} | 422",
                "{'name': 'N', 'query': {'group by': 'campaign'}} | 422",
                "{'name': 'N', 'query': {'metrics': ['spend', 7]}} | 400",
            })
    void areRefusedWhenTheyAreNone(String body, int status) {
        Answer refused = SERVER.newOrg().post(ALL, body);

        assertThat(refused.status()).as("%s", refused.body()).isEqualTo(status);
    }

    @Test
    void areAPartOfAnExportThatAnImportMayLeaveOut() {
        assertThat(SERVER.newOrg().get(CATALOGUE).body().has("savedReports")).isFalse();
        Caller org = orgWithOne();
        ObjectNode export = (ObjectNode) org.get(CATALOGUE).body();
        assertThat(export.at("/savedReports/0/name").asString()).isEqualTo("Weekly");

        Caller other = SERVER.newOrg();
        other.put(CATALOGUE + "?strict=true", "*", export.toString());
        assertThat(other.get(ONE).body().path("query"))
                .isEqualTo(org.get(ONE).body().path("query"));

        other.put(CATALOGUE, "*", "{'applications': []}");
        assertThat(other.get(ONE).status()).isEqualTo(200);
        other.put(CATALOGUE, "*", "{'savedReports': []}");
        assertThat(other.get(ONE).status()).isEqualTo(404);
    }
}
