package io.interlude.ingest.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.catalogue.key.KeyKind;
import io.interlude.ingest.harness.Fetches;
import io.interlude.ingest.harness.KnownKeys;
import io.interlude.journal.json.Json;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BatchPartsTest {
    private static List<String> parts(@Nullable String idempotencyKey, String... events) {
        BatchParts parts = new BatchParts();
        Submission batch =
                new Submission(
                        KnownKeys.caller(KeyKind.FETCH),
                        EventForm.BATCH,
                        Fetches.NOW,
                        idempotencyKey);
        return Stream.of(events)
                .map(event -> parts.of(Json.MAPPER.readTree(event), batch).part())
                .toList();
    }

    @Test
    void anEventKeepsItsPartWithWhicheverOthersItIsSentAgain() {
        List<String> all = parts("k", "{\"a\":1}", "{\"a\":2}", "{\"a\":3}");

        assertThat(parts("k", "{\"a\":3}", "{ \"a\" : 2 }"))
                .containsExactly(all.get(2), all.get(1));
        assertThat(all).doesNotHaveDuplicates().doesNotContain("");
    }

    @Test
    void eventsThatSayTheSameAreToldApartByTheirOrder() {
        List<String> twice = parts("k", "{\"a\":1}", "{\"a\":1}");

        assertThat(twice).doesNotHaveDuplicates().isEqualTo(parts("k", "{\"a\":1}", "{\"a\":1}"));
    }

    @Test
    void withoutAKeyThereIsNothingToTellApart() {
        assertThat(parts(null, "{\"a\":1}", "{\"a\":1}")).containsExactly("", "");
    }
}
