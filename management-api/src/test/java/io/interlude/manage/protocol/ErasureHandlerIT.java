package io.interlude.manage.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.ConversationId;
import io.interlude.manage.fixture.ManagementServer;
import io.interlude.manage.fixture.ManagementServer.Answer;
import io.interlude.manage.fixture.ManagementServer.Caller;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ErasureHandlerIT {
    private static final ManagementServer SERVER = ManagementServer.started();

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @ParameterizedTest
    @CsvSource({
        "s1, s1",
        "a%2Fb, a/b",
        "%C3%BCber%20all, über all",
        "il_mgmt_abc, il_mgmt_abc",
        "flows:validate, flows:validate"
    })
    void erasesTheIdAsAFetchSendsItAndAnswersWithAReceipt(String path, String id) {
        // given
        Caller caller = SERVER.newOrg();

        // when
        Answer answer = caller.delete("/v1/manage/subscribers/" + path);

        // then
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().path("receiptId").asString()).matches("[0-9a-f-]{36}");
        assertThat(answer.body().path("erasedAt").asString()).isEqualTo("2026-03-01T10:00:00Z");
        assertThat(answer.body().path("erasedBy").asString()).isEqualTo("first-management-key");
        assertThat(answer.body().propertyNames())
                .containsExactly("receiptId", "erasedAt", "erasedBy");
        assertThat(SERVER.erasures().erased())
                .contains(SERVER.lastOrgId() + " " + id + " first-management-key");
    }

    @Test
    void aLongIdIsErasedToo() {
        Caller caller = SERVER.newOrg();
        String id = "x".repeat(4_000);

        assertThat(caller.delete("/v1/manage/subscribers/" + id).status()).isEqualTo(200);
        assertThat(SERVER.erasures().erased())
                .contains(SERVER.lastOrgId() + " " + id + " first-management-key");
    }

    @Test
    void erasesAConversationAsIfItWereASubscriber() {
        Caller caller = SERVER.newOrg();

        Answer answer = caller.delete("/v1/manage/conversations/a%2Fb");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().propertyNames())
                .containsExactly("receiptId", "erasedAt", "erasedBy");
        assertThat(SERVER.erasures().erased())
                .contains(
                        SERVER.lastOrgId()
                                + " "
                                + new ConversationId("a/b").asSubscriber().value()
                                + " first-management-key");
    }

    @Test
    void saysWhenItIsNotErased() {
        Answer answer = SERVER.newOrg().delete("/v1/manage/subscribers/lost");

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.reason()).isEqualTo("journal_unavailable");
        assertThat(answer.headers()).containsKey("retry-after");
    }

    @Test
    void listsReceiptsNewestFirst() {
        // given
        Caller caller = SERVER.newOrg();
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Answer receipt = caller.delete("/v1/manage/subscribers/s" + i);
            made.add(receipt.body().path("receiptId").asString());
        }

        // when
        List<String> listed = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = caller.get("/v1/manage/erasures?limit=2" + cursor).body();
            page.path("items").forEach(item -> listed.add(item.path("receiptId").asString()));
            cursor = page.has("nextCursor") ? "&cursor=" + page.path("nextCursor").asString() : "";
        } while (!cursor.isEmpty());

        // then
        assertThat(listed).isEqualTo(made.reversed());
        assertThat(caller.get("/v1/manage/erasures/" + made.get(3)).body())
                .isEqualTo(caller.get("/v1/manage/erasures").body().path("items").path(1));
    }

    @Test
    void showsNobodyElsesReceipts() {
        // given
        Caller caller = SERVER.newOrg();
        String receiptId =
                caller.delete("/v1/manage/subscribers/s1").body().path("receiptId").asString();

        // when, then
        Caller other = SERVER.newOrg();
        assertThat(other.get("/v1/manage/erasures").body().path("items")).isEmpty();
        assertThat(other.get("/v1/manage/erasures/" + receiptId).status()).isEqualTo(404);
        assertThat(caller.get("/v1/manage/erasures/none").reason()).isEqualTo("not_found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit=0", "limit=501", "limit=x", "cursor=%25", "cursor=bm9uZQ"})
    void refusesAPageThatCannotBe(String query) {
        Answer answer = SERVER.newOrg().get("/v1/manage/erasures?" + query);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.reason()).isEqualTo("invalid_request");
    }

    @Test
    void asksForAManagementKey() {
        Caller nobody = SERVER.as("il_mgmt_wrong");

        assertThat(nobody.delete("/v1/manage/subscribers/s1").status()).isEqualTo(401);
        assertThat(nobody.get("/v1/manage/erasures").status()).isEqualTo(401);
        assertThat(nobody.get("/v1/manage/erasures/x").status()).isEqualTo(401);
        assertThat(SERVER.newOrg().get("/v1/manage/subscribers/s1").status()).isEqualTo(405);
    }
}
