package io.interlude.manage.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.manage.fixture.ManagementServer;
import io.interlude.manage.fixture.ManagementServer.Answer;
import io.interlude.manage.fixture.ManagementServer.Caller;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class KeyIT {
    private static final ManagementServer SERVER = ManagementServer.started();
    private static final String SECOND = "/v1/manage/keys/second";
    private static final Instant START = Instant.parse("2026-03-01T10:00:30Z");

    private Caller org;
    private Caller second;

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @BeforeEach
    void makeAnOrgWithASecondKey() {
        SERVER.setTime(START);
        org = SERVER.newOrg();
        second = keyOf(org.post("/v1/manage/keys", "{'id': 'second', 'kind': 'mgmt'}"));
    }

    private static Caller keyOf(Answer answer) {
        assertThat(answer.status()).as("%s", answer.body()).isIn(200, 201);
        return SERVER.as(answer.body().path("key").stringValue());
    }

    private static int status(Caller caller) {
        return caller.get("/v1/manage/campaigns").status();
    }

    @Nested
    class LastOne {
        @Test
        void staysWhicheverKeyAsks() {
            assertThat(second.delete("/v1/manage/keys/first-management-key").status())
                    .isEqualTo(204);
            Answer refused = second.delete(SECOND);
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.reason()).isEqualTo("last_key");
            assertThat(status(second)).isEqualTo(200);
        }

        @Test
        void staysWhenTwoAreRevokedAtOnce() {
            List<Integer> statuses =
                    Stream.of(SECOND, "/v1/manage/keys/first-management-key")
                            .map(path ->
                                    CompletableFuture.supplyAsync(() -> org.delete(path).status()))
                            .toList()
                            .stream()
                            .map(CompletableFuture::join)
                            .toList();
            // The one that is refused may have been sent with a key that was revoked by then.
            assertThat(statuses).contains(204).containsAnyOf(409, 401);
            assertThat(List.of(status(org), status(second))).contains(200);
        }

        @Test
        void isNoneOfAnotherKind() {
            org.post("/v1/manage/keys", "{'id': 'reader', 'kind': 'read'}");
            assertThat(org.delete("/v1/manage/keys/reader").status()).isEqualTo(204);
        }
    }

    @Nested
    class Shown {
        @Test
        void haveALabelAndTheBeginningOfTheirSecret() {
            Answer made =
                    org.post(
                            "/v1/manage/keys",
                            "{'id': 'billing', 'kind': 'read', 'label': 'Nightly export'}");
            String secret = made.body().path("key").stringValue();

            JsonNode listed = org.get("/v1/manage/keys/billing").body();

            assertThat(listed.path("label").asString()).isEqualTo("Nightly export");
            assertThat(listed.path("prefix").asString()).hasSize("il_read_".length() + 6);
            assertThat(secret).startsWith(listed.path("prefix").asString());
            Answer rotated = org.post("/v1/manage/keys/billing:rotate", "");
            assertThat(rotated.body().path("key").asString())
                    .startsWith(rotated.body().path("prefix").asString());
            assertThat(rotated.body().path("label").asString()).isEqualTo("Nightly export");
        }
    }

    @Nested
    class Rotation {
        @Test
        void letsTheSecretBeforeGoOnUntilTheOverlapEnds() {
            // when
            Answer rotated = org.post(SECOND + ":rotate", "{'overlap': 'PT1H'}");
            Caller anew = keyOf(rotated);

            // then
            assertThat(rotated.etag()).isEqualTo("\"2\"");
            assertThat(rotated.body().path("key").asString()).startsWith("il_mgmt_");
            assertThat(rotated.body().path("previousExpiresAt").asString())
                    .isEqualTo("2026-03-01T11:00:30Z");
            SERVER.setTime(Instant.parse("2026-03-01T11:00:29.999Z"));
            assertThat(status(second)).isEqualTo(200);
            assertThat(status(anew)).isEqualTo(200);
            SERVER.setTime(Instant.parse("2026-03-01T11:00:30Z"));
            assertThat(status(second)).isEqualTo(401);
            assertThat(status(anew)).isEqualTo(200);
        }

        @Test
        void overlapsForADayUnlessToldOtherwise() {
            Answer rotated = org.post(SECOND + ":rotate", "");
            assertThat(rotated.body().path("previousExpiresAt").asString())
                    .isEqualTo("2026-03-02T10:00:30Z");
        }

        @Test
        void withoutOverlapEndsTheSecretBeforeAtOnce() {
            Caller anew = keyOf(org.post(SECOND + ":rotate", "{'overlap': 'PT0S'}"));
            assertThat(status(second)).isEqualTo(401);
            assertThat(status(anew)).isEqualTo(200);
        }

        @Test
        void aSecondOneEndsTheSecretBeforeTheFirst() {
            Caller first = keyOf(org.post(SECOND + ":rotate", ""));
            Caller anew = keyOf(org.post(SECOND + ":rotate", ""));
            assertThat(status(second)).isEqualTo(401);
            assertThat(status(first)).isEqualTo(200);
            assertThat(status(anew)).isEqualTo(200);
        }

        @Test
        void outlivesAnEditAndEndsWithTheKey() {
            Caller anew = keyOf(org.post(SECOND + ":rotate", ""));
            Answer edited = org.put(SECOND, "\"2\"", "{'kind': 'mgmt', 'rateLimitPerSecond': 50}");
            assertThat(edited.body().path("previousExpiresAt").asString())
                    .isEqualTo("2026-03-02T10:00:30Z");
            assertThat(status(second)).isEqualTo(200);
            assertThat(org.delete(SECOND).status()).isEqualTo(204);
            assertThat(status(second)).isEqualTo(401);
            assertThat(status(anew)).isEqualTo(401);
        }

        @Test
        void isInTheHistoryWithoutTheSecret() {
            Answer rotated = org.post(SECOND + ":rotate", "");
            Answer history = org.get(SECOND + "/history");
            assertThat(history.body().at("/items/0/changes").findValuesAsString("path"))
                    .containsExactly("prefix", "previousExpiresAt");
            assertThat(history.body().toString())
                    .doesNotContain(rotated.body().path("key").asString(), "ha256");
        }

        @ParameterizedTest
        @ValueSource(strings = {"'a day'", "'-PT1S'", "'P31D'"})
        void refusesAnOverlapThatIsNone(String overlap) {
            Answer refused = org.post(SECOND + ":rotate", "{'overlap': " + overlap + "}");
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.reason()).isEqualTo("invalid_resource");
            assertThat(org.get(SECOND).etag()).isEqualTo("\"1\"");
        }

        @Test
        void refusesForeignStaleAndRevokedOnes() {
            assertThat(SERVER.newOrg().post(SECOND + ":rotate", "").status()).isEqualTo(404);
            assertThat(org.post(SECOND + ":rotate", "\"7\"", "").status()).isEqualTo(409);
            org.delete(SECOND);
            assertThat(org.post(SECOND + ":rotate", "").status()).isEqualTo(404);
        }
    }

    @Nested
    class Use {
        @Test
        void isCountedByDay() {
            // given
            for (int i = 0; i < 3; i++) {
                assertThat(status(second)).isEqualTo(200);
            }
            SERVER.setTime(Instant.parse("2026-03-02T00:00:00Z"));
            assertThat(status(second)).isEqualTo(200);

            // when
            Answer use = org.get(SECOND + "/use");

            // then
            assertThat(use.body().toString())
                    .isEqualTo(
                            """
                            {'items':[\
                            {'day':'2026-03-02','requests':1,\
                            'refused':{'rateLimited':0,'wrongKind':0,'wrongOrigin':0}},\
                            {'day':'2026-03-01','requests':3,\
                            'refused':{'rateLimited':0,'wrongKind':0,'wrongOrigin':0}}]}\
                            """
                                    .replace('\'', '"'));
        }

        @Test
        void countsWhatAKeyOfAnotherKindTried() {
            Caller reader = keyOf(org.post("/v1/manage/keys", "{'id': 'reader', 'kind': 'read'}"));
            assertThat(status(reader)).isEqualTo(403);

            Answer use = org.get("/v1/manage/keys/reader/use");

            assertThat(use.body().at("/items/0/refused/wrongKind").intValue()).isEqualTo(1);
            assertThat(use.body().at("/items/0/requests").intValue()).isZero();
            assertThat(org.get("/v1/manage/keys/reader").body().has("lastUsedAt")).isFalse();
        }

        @Test
        void tellsWhenAKeyWasLastUsedToTheMinute() {
            assertThat(org.get(SECOND).body().has("lastUsedAt")).isFalse();
            assertThat(status(second)).isEqualTo(200);

            Answer one = org.get(SECOND);
            Answer all = org.get("/v1/manage/keys");

            assertThat(one.body().path("lastUsedAt").asString()).isEqualTo("2026-03-01T10:00:00Z");
            assertThat(one.etag()).as("use is no change").isEqualTo("\"1\"");
            assertThat(all.body().at("/items/1/lastUsedAt").asString())
                    .isEqualTo("2026-03-01T10:00:00Z");
        }

        @Test
        void isNotForOthersAndOutlivesTheKey() {
            assertThat(SERVER.newOrg().get(SECOND + "/use").status()).isEqualTo(404);
            status(second);
            org.delete(SECOND);
            assertThat(org.get(SECOND + "/use").body().at("/items/0/requests").intValue())
                    .isEqualTo(1);
        }
    }
}
