package io.interlude.manage.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.manage.fixture.ManagementServer;
import io.interlude.manage.fixture.ManagementServer.Answer;
import io.interlude.manage.fixture.ManagementServer.Caller;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class AdvertisersIT {
    private static final ManagementServer SERVER = ManagementServer.started();
    private static final String PATH = "/v1/manage/advertisers";
    private static final String CATALOGUE = "/v1/manage/catalogue";

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static Answer make(Caller org) {
        return org.post(
                PATH,
                "{'id': 'acme', 'name': 'Acme', 'domains': ['Bücher.Example', 'acme.example.'],"
                        + " 'categories': ['150']}");
    }

    private static Answer campaign(Caller org, String advertiserId) {
        return org.post(
                "/v1/manage/campaigns",
                "{'id': 'c', 'name': 'C', 'advertiserName': 'Acme', 'advertiserId': '"
                        + advertiserId
                        + "'}");
    }

    @Test
    void keepDomainsInOneForm() {
        Caller org = SERVER.newOrg();

        Answer made = make(org);

        assertThat(made.status()).as("%s", made.body()).isEqualTo(201);
        assertThat(made.body().path("domains").toString())
                .isEqualTo("[\"xn--bcher-kva.example\",\"acme.example\"]");
        assertThat(org.get(PATH + "/acme").body()).isEqualTo(made.body());
    }

    @Test
    void everyBrokenRuleIsTold() {
        Answer refused =
                SERVER.newOrg()
                        .post(
                                PATH,
                                "{'name': 'A', 'domains': ['https://acme.example', 'b.example', 'B.example'],"
                                        + " 'categories': ['no such category']}");

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body().path("violations").findValuesAsString("path"))
                .containsExactly("domains[0]", "domains[2]", "categories[0]");
    }

    @Test
    void areNamedByCampaignsWhichKeepThem() {
        Caller org = SERVER.newOrg();
        assertThat(campaign(org, "acme").status()).isEqualTo(422);
        make(org);

        Answer booked = campaign(org, "acme");

        assertThat(booked.status()).as("%s", booked.body()).isEqualTo(201);
        assertThat(booked.body().path("advertiserId").stringValue()).isEqualTo("acme");
        Answer kept = org.delete(PATH + "/acme");
        assertThat(kept.status()).isEqualTo(409);
        assertThat(kept.body().path("referrers").toString()).isEqualTo("[\"c\"]");
        org.delete("/v1/manage/campaigns/c");
        assertThat(org.delete(PATH + "/acme").status()).isEqualTo(204);
    }

    @Test
    void areAPartOfAnExportThatAnImportMayLeaveOut() {
        Caller org = SERVER.newOrg();
        assertThat(org.get(CATALOGUE).body().has("advertisers")).isFalse();
        make(org);
        campaign(org, "acme");

        Answer exported = org.get(CATALOGUE);
        Caller other = SERVER.newOrg();
        Answer imported = other.put(CATALOGUE, "*", exported.body().toString());

        assertThat(imported.status()).as("%s", imported.body()).isEqualTo(200);
        assertThat(other.get(CATALOGUE).body()).isEqualTo(exported.body());
        String campaigns = exported.body().path("campaigns").toString();
        Answer partial = other.put(CATALOGUE, "*", "{'campaigns': " + campaigns + "}");
        assertThat(partial.status()).as("%s", partial.body()).isEqualTo(200);
        assertThat(other.get(PATH + "/acme").status()).isEqualTo(200);
        assertThat(
                        other.put(
                                        CATALOGUE,
                                        "*",
                                        "{'advertisers': [], 'campaigns': " + campaigns + "}")
                                .status())
                .isEqualTo(422);
    }

    @Test
    void areBlockedInSettingsApplicationsAndAdUnits() {
        Caller org = SERVER.newOrg();
        String blocked = "'blocked': {'advertisers': ['Acme'], 'domains': ['SHOP.example']}";

        Answer settings = org.put("/v1/manage/settings", "\"0\"", "{" + blocked + "}");
        Answer application =
                org.post("/v1/manage/applications", "{'id': 'a', 'name': 'A', " + blocked + "}");
        Answer adUnit =
                org.post("/v1/manage/ad-units", "{'code': 'u', 'name': 'U', " + blocked + "}");

        for (Answer answer : new Answer[] {settings, application, adUnit}) {
            assertThat(answer.status()).as("%s", answer.body()).isBetween(200, 201);
            assertThat(answer.body().path("blocked").toString())
                    .isEqualTo("{\"advertisers\":[\"Acme\"],\"domains\":[\"shop.example\"]}");
        }
        assertThat(
                        org.put("/v1/manage/settings", "\"1\"", "{'blocked': {'domains': ['*']}}")
                                .body()
                                .path("violations")
                                .findValuesAsString("path"))
                .containsExactly("blocked.domains[0]");
    }

    @Test
    void haveAHistoryAndCanBeRestored() {
        Caller org = SERVER.newOrg();
        make(org);
        org.delete(PATH + "/acme");

        Answer history = org.get(PATH + "/acme/history");

        assertThat(history.body().path("items").size()).as("%s", history.body()).isEqualTo(2);
        long first = history.body().path("items").get(1).path("revision").longValue();
        Answer restored = org.post(PATH + "/acme:restore", "\"2\"", "{'revision': " + first + "}");
        assertThat(restored.status()).as("%s", restored.body()).isEqualTo(200);
        assertThat(org.get(PATH + "/acme").status()).isEqualTo(200);
    }
}
