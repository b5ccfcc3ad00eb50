package io.interlude.manage.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.manage.fixture.ManagementServer;
import io.interlude.manage.fixture.ManagementServer.Answer;
import io.interlude.manage.fixture.ManagementServer.Caller;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ApprovalIT {
    private static final String CARD = "/v1/manage/creatives/card";
    private static final String SETTINGS = "/v1/manage/settings";
    private static final ManagementServer SERVER = ManagementServer.started();
    private static final String CATALOGUE =
            """
            {"applications": [], "adUnits": [],
             "campaigns": [{"id": "c", "name": "C", "advertiserName": "A"}],
             "lineItems": [{"id": "l", "campaignId": "c", "name": "L", "timeZone": "UTC",
               "pacing": "asap", "rotation": "weighted", "context": {"topics": []},
               "price": {"model": "cpm", "amount": {"amount": "2.00", "currency": "USD"}}}],
             "creatives": [{"id": "card", "lineItemId": "l", "type": "card", "status": "%s",
               "card": {"title": "T", "disclosure": "S",
                        "actions": [{"text": "Go", "url": "https://shop.example.com/"}]}}]}\
            """;

    private Caller key = SERVER.newOrg();
    private Caller tom = key;
    private Caller ann = key;
    private Caller ada = key;

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @BeforeEach
    void book() {
        key = SERVER.newOrg();
        tom = person("tom", "trafficker");
        ann = person("ann", "approver");
        ada = person("ada", "admin");
        assertThat(key.put("/v1/manage/catalogue", "*", CATALOGUE.formatted("draft")).status())
                .isEqualTo(200);
    }

    private Caller person(String id, String role) {
        Answer made =
                key.post(
                        "/v1/manage/users",
                        "{'id': '%1$s', 'email': '%1$s@example.com', 'name': 'N', 'role': '%2$s'}"
                                .formatted(id, role));
        assertThat(made.status()).isEqualTo(201);
        return SERVER.signedIn(id);
    }

    private Answer set(Caller caller, String status) {
        Answer now = key.get(CARD);
        return caller.put(
                CARD,
                now.etag(),
                now.body()
                        .toString()
                        .replaceFirst("\"status\":\"\\w+\"", "\"status\":\"" + status + "\""));
    }

    private void askForSecondPerson() {
        assertThat(key.put(SETTINGS, "\"0\"", "{'approval': 'second_person'}").status())
                .isEqualTo(200);
    }

    private static void assertSecondPerson(Answer refused) {
        assertThat(refused.status()).as("%s", refused.body()).isEqualTo(403);
        assertThat(refused.reason()).isEqualTo("second_person");
    }

    @Test
    void anybodyWhoMayApprovesWhereNothingIsSaid() {
        assertThat(set(key, "approved").status()).isEqualTo(200);
        assertThat(set(ann, "draft").status()).isEqualTo(200);
        assertThat(set(ann, "approved").status()).isEqualTo(200);
        key.put(SETTINGS, "\"0\"", "{'approval': 'none'}");
        assertThat(set(key, "draft").status()).isEqualTo(200);
        assertThat(set(key, "approved").status()).isEqualTo(200);
    }

    @Test
    void aTraffickerSubmitsAndAnApproverApproves() {
        assertThat(set(tom, "approved").reason()).isEqualTo("role_not_allowed");
        Answer submitted = set(tom, "submitted");
        assertThat(submitted.body().path("status").asString()).isEqualTo("submitted");
        assertThat(set(ann, "approved").body().path("status").asString()).isEqualTo("approved");
    }

    @Test
    void aSecondPersonApprovesWhatAnotherSubmitted() {
        askForSecondPerson();
        set(tom, "submitted");

        assertSecondPerson(set(key, "approved"));
        assertThat(set(ann, "approved").status()).isEqualTo(200);
    }

    @Test
    void nobodyApprovesTheirOwnChange() {
        askForSecondPerson();
        set(ann, "submitted");

        assertSecondPerson(set(ann, "approved"));
        assertThat(set(ada, "approved").status()).isEqualTo(200);
    }

    @Test
    void aDraftIsSubmittedFirst() {
        askForSecondPerson();

        assertSecondPerson(set(ann, "approved"));
    }

    @Test
    void whoeverApprovesChangesNothingElse() {
        askForSecondPerson();
        set(tom, "submitted");
        Answer now = key.get(CARD);
        String other = now.body().toString().replace("\"T\"", "\"Other\"");

        assertSecondPerson(ann.put(CARD, now.etag(), other.replace("submitted", "approved")));
        set(ann, "approved");
        Answer approved = key.get(CARD);
        assertSecondPerson(
                ann.put(
                        CARD,
                        approved.etag(),
                        approved.body().toString().replace("\"T\"", "\"X\"")));
        assertThat(key.get(CARD).body()).isEqualTo(approved.body());
    }

    @Test
    void noOtherWayLeadsPastTheSecondPerson() {
        set(key, "approved");
        String revision = key.get("/v1/manage/history").body().at("/items/0/revision").toString();
        set(key, "draft");
        askForSecondPerson();

        assertSecondPerson(
                ann.post(CARD + ":restore", "\"3\"", "{'revision': %s}".formatted(revision)));
        assertSecondPerson(key.put("/v1/manage/catalogue", "*", CATALOGUE.formatted("approved")));
        String twin =
                key.get(CARD)
                        .body()
                        .toString()
                        .replace("draft", "approved")
                        .replace("\"id\":\"card\"", "\"id\":\"twin\"");
        assertSecondPerson(key.post("/v1/manage/creatives", twin));
        assertThat(set(key, "draft").body().path("status").asString()).isEqualTo("draft");
    }

    @Test
    void whatIsApprovedStaysSoInAnImport() {
        set(key, "approved");
        askForSecondPerson();

        Answer same = key.put("/v1/manage/catalogue", "*", CATALOGUE.formatted("approved"));
        assertThat(same.status()).as("%s", same.body()).isEqualTo(200);
    }
}
