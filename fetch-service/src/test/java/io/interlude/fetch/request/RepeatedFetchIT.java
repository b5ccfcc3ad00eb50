package io.interlude.fetch.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.digest.Sha256;
import io.interlude.fetch.harness.InMemoryJournal;
import io.interlude.fetch.harness.KnownKeys;
import io.interlude.fetch.harness.LineItems;
import io.interlude.fetch.harness.OneCatalogue;
import io.interlude.fetch.harness.RunningFetch;
import io.interlude.fetch.harness.RunningFetch.Answer;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.topic.Topics;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Fetches under an `Idempotency-Key`, over HTTP.
class RepeatedFetchIT {
    private final RunningFetch service = new RunningFetch();

    @AfterEach
    void close() {
        service.close();
    }

    private void bookCabins() {
        service.catalogue()
                .with(LineItems.aLineItem("cabins"), OneCatalogue.card("cabins", "lake"));
    }

    private AdFetched onlyFetch() {
        assertThat(service.journal().of(Topics.FETCHES)).hasSize(1);
        return service.journal().of(Topics.FETCHES).getFirst();
    }

    private AdNotFilled onlyNoFill() {
        assertThat(service.journal().of(Topics.NO_FILLS)).hasSize(1);
        return service.journal().of(Topics.NO_FILLS).getFirst();
    }

    private static final String BODY =
            "{\"adUnit\": \"pause\", \"subscriber\": \"ann\", \"attributes\": {\"a\": 1, \"b\":"
                    + " 2}}";

    private Answer post(String idempotencyKey, String body) {
        return service.postTo("?key=fetch", body, "Idempotency-Key", idempotencyKey);
    }

    @Test
    void aRepeatGetsTheSameAnswerAndIsRecordedOnce() {
        bookCabins();

        Answer first = post("k", BODY);

        assertThat(first.status()).isEqualTo(200);
        assertThat(post("k", BODY)).isEqualTo(first);
        assertThat(
                        service.postTo(
                                "?key=mgmt&debug=1",
                                "{\"attributes\": {\"b\": 2, \"a\": 1}, \"subscriber\": \"ann\","
                                        + " \"adUnit\": \"pause\"}",
                                "Idempotency-Key",
                                " k "))
                .isEqualTo(first);
        assertThat(onlyFetch().getFetchId()).isEqualTo(first.text("messageId"));
        assertThat(onlyFetch().getKeyedRequest().getAnswer()).isEqualTo(first.body());
        assertThat(post("another", BODY).text("messageId")).isNotEqualTo(first.text("messageId"));
    }

    @Test
    void aNoFillIsRememberedToo() {
        assertThat(post("k", BODY).status()).isEqualTo(204);
        bookCabins();

        assertThat(post("k", BODY).status()).isEqualTo(204);
        Answer explained = service.postTo("?key=fetch&debug=1", BODY, "Idempotency-Key", "k");
        assertThat(explained.status()).isEqualTo(200);
        assertThat(explained.text("reason")).isEqualTo("no_demand");
        assertThat(onlyNoFill().getKeyedRequest()).isNotNull();
    }

    @Test
    void anotherRequestIsAConflict() {
        bookCabins();
        Answer first = service.get("?key=fetch&adUnit=pause&.a=1", "Idempotency-Key", "k");

        Answer other = service.get("?key=fetch&adUnit=pause&.a=2", "Idempotency-Key", "k");

        assertThat(other.status()).isEqualTo(422);
        assertThat(other.text("reason")).isEqualTo("idempotency_conflict");
        assertThat(service.get("?adUnit=pause&.a=1&key=mgmt&debug=1", "Idempotency-Key", "k"))
                .isEqualTo(first);
        assertThat(service.journal().appended()).hasSize(1);
    }

    @Test
    void aPublisherTagHasKeysOfItsOwn() {
        bookCabins();
        String another = "{\"adUnit\": \"pause\", \"subscriber\": \"bob\"}";

        Answer guessed = service.postTo("?key=tag", another, "Idempotency-Key", "k");
        Answer servers = post("k", BODY);

        assertThat(guessed.status()).isEqualTo(200);
        assertThat(servers.status()).isEqualTo(200);
        assertThat(servers.text("messageId")).isNotEqualTo(guessed.text("messageId"));
        assertThat(service.postTo("?key=tag", another, "Idempotency-Key", "k")).isEqualTo(guessed);
        assertThat(post("k", BODY)).isEqualTo(servers);
        // Of a server's key it is the hash that it always was, so that an upgrade forgets none.
        assertThat(service.journal().of(Topics.FETCHES).get(1).getKeyedRequest().getKey())
                .isEqualTo("idempotency-key:" + Sha256.hex(KnownKeys.ORG.value() + '\0' + 'k'));
    }

    @Test
    void requestsAtOnceAreOne() {
        bookCabins();

        List<CompletableFuture<Answer>> answers =
                IntStream.range(0, 50)
                        .mapToObj(
                                _ -> service.postLater("?key=fetch", BODY, "Idempotency-Key", "k"))
                        .toList();

        assertThat(answers.stream().map(CompletableFuture::join).distinct()).hasSize(1);
        assertThat(onlyFetch().getFetchId()).isNotNull();
    }

    @Test
    void aRefusalIsNotRemembered() {
        bookCabins();
        service.journal().become(InMemoryJournal.Mood.REFUSING);
        assertThat(post("k", BODY).status()).isEqualTo(503);
        service.journal().become(InMemoryJournal.Mood.WORKING);

        assertThat(post("k", BODY).status()).isEqualTo(200);
        assertThat(post("bad", "{\"adUnit\": 1}").status()).isEqualTo(400);
        assertThat(post("bad", BODY).status()).isEqualTo(200);
    }

    @Test
    void testAndSandboxIgnoreIt() {
        bookCabins();
        for (String body :
                List.of(
                        "{\"adUnit\": \"pause\", \"test\": true}",
                        "{\"adUnit\": \"__sandbox__\"}")) {
            assertThat(post("k", body).text("messageId"))
                    .isNotEqualTo(post("k", body).text("messageId"));
        }
    }

    @Test
    void aKeyHasAtMost128Characters() {
        bookCabins();
        assertThat(post("k".repeat(128), BODY).status()).isEqualTo(200);

        Answer refused = post("k".repeat(129), BODY);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("reason")).isEqualTo("invalid_request");
        assertThat(refused.text("field")).isEqualTo("Idempotency-Key");
    }
}
