package io.interlude.context.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PatientEmbedderTest {
    private static final String CANARY = "canary-5b1e";

    private final List<String> progress = new CopyOnWriteArrayList<>();
    private EmbeddingsEndpoint endpoint;

    @BeforeEach
    void start() throws IOException {
        endpoint = new EmbeddingsEndpoint();
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }

    private PatientEmbedder embedder(Duration shortestPause) {
        HttpEmbedder asking =
                new HttpEmbedder(
                        endpoint.endpoint(),
                        Duration.ofSeconds(10),
                        Duration.ZERO,
                        0,
                        new TurnReadings());
        return new PatientEmbedder(asking, shortestPause, progress::add);
    }

    private static List<List<WeightedText>> texts(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> List.of(new WeightedText("hotel " + CANARY + i, 1)))
                .toList();
    }

    @Test
    void readsManyTextsInBoundedRequests() {
        try (PatientEmbedder embedder = embedder(Duration.ZERO)) {
            List<Embedding> readings = embedder.embedAll(texts(600));

            assertThat(readings).hasSize(600).doesNotContain(Embedding.NONE);
            assertThat(readings.get(599)).isEqualTo(embedder.embed("hotel " + CANARY + 599));
            assertThat(endpoint.sizes()).hasSize(19).allMatch(size -> size <= 32);
            assertThat(progress).containsExactly("512 of 600 texts read");
        }
    }

    @Test
    void goesOnWhereItStoppedOnceTheEndpointIsBack() {
        try (PatientEmbedder embedder = embedder(Duration.ofMillis(1))) {
            embedder.embedAll(texts(64));
            endpoint.refuse(3);

            assertThat(embedder.embedAll(texts(128))).hasSize(128);
            assertThat(endpoint.sizes()).containsExactly(32, 32, 32, 32, 32, 32, 32);
            assertThat(progress).containsExactly("waits for the endpoint: status 503");
        }
    }

    @Test
    void givesUpWhenItIsClosed() {
        endpoint.refuse(Integer.MAX_VALUE);
        HttpEmbedder asking = HttpEmbedder.forMany(endpoint.endpoint());
        AtomicReference<PatientEmbedder> closed = new AtomicReference<>();
        PatientEmbedder embedder =
                new PatientEmbedder(
                        asking,
                        Duration.ofMinutes(1),
                        step -> {
                            progress.add(step);
                            closed.get().close();
                        });
        closed.set(embedder);

        assertThatThrownBy(() -> embedder.embedAll(texts(1)))
                .isInstanceOf(ReaderUnavailableException.class)
                .hasMessage("status 503");
        assertThat(progress.toString()).doesNotContain(CANARY);
    }
}
