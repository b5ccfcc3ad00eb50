package io.interlude.ingest.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.ingest.harness.Fetches;
import io.interlude.ingest.harness.RunningIngest;
import io.interlude.journal.json.Json;
import io.interlude.schema.topic.Topics;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Bodies put together at random from good and bad pieces, then sometimes cut or changed.
class EventFuzzIT {
    private static final int BODIES = 400;
    private static final List<String> NAMES =
            List.of(
                    "version",
                    "eventType",
                    "fetchEventId",
                    "messageId",
                    "eventName",
                    "timestamp",
                    "subscriber",
                    "eventData",
                    "other");
    private static final List<String> VALUES =
            List.of(
                    "2",
                    "\"send\"",
                    "\"conversion\"",
                    "\"flow_abandon\"",
                    "\"nlu_match\"",
                    "\"" + Fetches.aFetch() + "\"",
                    "\"" + Fetches.aForgedFetch() + "\"",
                    "\"" + Fetches.aSandboxFetch() + "\"",
                    Long.toString(Fetches.NOW.toEpochMilli()),
                    "-9223372036854775808",
                    "9223372036854775807",
                    "1e999999999",
                    "-0.0",
                    "null",
                    "true",
                    "[]",
                    "\"\\ud800\"",
                    "\"\\u0000\"",
                    "{\"value\":\"1e-99999\",\"cur\":\"\"}",
                    "{\"value\":12.5,\"cur\":\"USD\"}",
                    "{\"nodeId\":\"a\",\"intent\":\"b\",\"reason\":\"unsupported_spec\"}",
                    "{\"x\":[[[[[[{}]]]]]]}");
    private static RunningIngest ingest;

    @BeforeAll
    static void start() {
        ingest = new RunningIngest();
    }

    @AfterAll
    static void stop() {
        ingest.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void anyBodyGetsAContractStatusAndOnlyA201IsRecorded(long seed) {
        RandomGenerator random = new Random(seed);
        for (int i = 0; i < BODIES; i++) {
            ingest.journal().forget();
            String body = body(random);
            HttpResponse<String> response = ingest.post("/v1/event?key=fetch", body);
            assertThat(response.statusCode()).as("seed %d body %s", seed, body).isIn(201, 400, 422);
            JsonNode answer = Json.MAPPER.readTree(response.body());
            boolean created = response.statusCode() == 201;
            assertThat(answer.has("eventId")).isEqualTo(created);
            assertThat(answer.has("reason") && answer.has("description")).isEqualTo(!created);
            assertThat(ingest.journal().appended())
                    .allMatch(entry -> created != entry.topic().equals(Topics.REJECTED));
        }
    }

    private static String body(RandomGenerator random) {
        StringBuilder body = new StringBuilder("{");
        if (random.nextInt(3) > 0) {
            body.append("\"version\":2,");
        }
        for (String name : NAMES) {
            if (random.nextInt(2) == 0) {
                body.append('"').append(name).append("\":").append(value(random)).append(',');
            }
        }
        body.append("\"z\":0}");
        if (random.nextInt(10) == 0) {
            body.setLength(random.nextInt(body.length()));
        } else if (random.nextInt(10) == 0) {
            body.setCharAt(random.nextInt(body.length()), (char) random.nextInt(0x20, 0x500));
        }
        return body.toString();
    }

    private static String value(RandomGenerator random) {
        return VALUES.get(random.nextInt(VALUES.size()));
    }
}
