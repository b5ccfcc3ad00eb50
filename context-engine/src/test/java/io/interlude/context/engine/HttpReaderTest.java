package io.interlude.context.engine;

import static io.interlude.context.engine.Catalogues.catalogue;
import static io.interlude.context.engine.Catalogues.lineItem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.context.embedding.EmbeddingsEndpoint;
import io.interlude.context.embedding.PatientEmbedder;
import io.interlude.context.embedding.ReaderUnavailableException;
import io.interlude.context.language.ReadLanguages;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.context.ContextReading.Understood;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.suitability.SensitiveCategory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A model behind an endpoint, learned for from the examples that ship.
class HttpReaderTest {
    private static final OrgCatalogue CATALOGUE =
            catalogue(
                    1,
                    lineItem("hotels", 8, "hotels", "city breaks"),
                    lineItem("tools", 8, "garden tools"));
    private static final ContextModels MODELS = ContextModels.load();
    private static final List<String> STEPS = new CopyOnWriteArrayList<>();

    @TempDir private static Path folder;

    private static EmbeddingsEndpoint endpoint;
    private static InProcessContextEngine engine;

    @BeforeAll
    static void fit() throws IOException {
        endpoint = new EmbeddingsEndpoint();
        endpoint.refuse(1);
        engine =
                InProcessContextEngine.loadHttp(
                        load(STEPS::add), null, true, MODELS, Runnable::run);
        engine.index(CATALOGUE).join();
    }

    @AfterAll
    static void stop() {
        engine.close();
        endpoint.close();
    }

    private static FittedReader load(Consumer<String> progress) {
        try (PatientEmbedder patient = new PatientEmbedder(endpoint.endpoint(), progress)) {
            return load(patient);
        }
    }

    private static FittedReader load(PatientEmbedder patient) {
        return FittedReader.load(
                endpoint.endpoint(), patient, ReadLanguages.ENGLISH, MODELS, folder);
    }

    private static Understood read(String text) {
        return (Understood) engine.read(Conversation.ofSummary(text), CATALOGUE);
    }

    private static @Nullable SensitiveCategory category(String text) {
        return read(text).judgement().category(EnumSet.allOf(SensitiveCategory.class));
    }

    private static Path file() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findFirst().orElseThrow();
        }
    }

    @Test
    void waitedForTheEndpointAndAskedForFewTextsAtATime() {
        assertThat(STEPS)
                .startsWith("waits for the endpoint: status 503")
                .anyMatch(step -> step.startsWith("512 of "));
        assertThat(endpoint.sizes()).allMatch(size -> size <= 32);
    }

    @Test
    void judgesMomentsAndNeedsByTheModelsVectors() {
        assertThat(category("my grandmother died last night and I can't stop crying"))
                .isEqualTo(SensitiveCategory.GRIEF);
        assertThat(category("which dishwasher is quiet and not too expensive?")).isNull();
        assertThat(read("I need a cheap hotel in Rome").need()).isGreaterThan(0.5);
        assertThat(read("what is 17 times 4?").need()).isLessThan(0.5);
    }

    @Test
    void tellsHowNearLineItemsAreOnTheScaleOfTheOthers() {
        Understood reading = read("I need a hotel in Rome for two nights");

        assertThat(reading.defaultMinRelevance()).isEqualTo(EmbedderKind.DEFAULT_MIN_RELEVANCE);
        assertThat(reading.similarity().of(new LineItemId("hotels")))
                .isGreaterThan(EmbedderKind.DEFAULT_MIN_RELEVANCE);
        assertThat(reading.similarity().of(new LineItemId("tools")))
                .isLessThan(EmbedderKind.DEFAULT_MIN_RELEVANCE);
    }

    @Test
    void leavesUnreadWhatItsLanguagesAreNot() {
        Understood reading = read("Ich suche ein Hotel für zwei Nächte in Rom");

        assertThat(reading.text().language()).isEqualTo("de");
        assertThat(reading.need()).isNull();
    }

    @Test
    void asksForTheProbeAloneOnceItHasLearned() throws IOException {
        FileTime written = Files.getLastModifiedTime(file());
        int before = endpoint.sizes().size();

        load(STEPS::add);

        assertThat(endpoint.sizes()).hasSize(before + 1);
        assertThat(Files.getLastModifiedTime(file())).isEqualTo(written);
    }

    @Test
    void learnsAnewForAnotherModelOfTheSameName() {
        PatientEmbedder[] patient = new PatientEmbedder[1];
        patient[0] = new PatientEmbedder(endpoint.endpoint(), _ -> patient[0].close());
        endpoint.changeModel(HttpReaderTest::reversed);
        try {
            assertThatThrownBy(() -> load(patient[0]))
                    .isInstanceOf(ReaderUnavailableException.class);
        } finally {
            endpoint.changeModel(vector -> vector);
        }
    }

    private static float[] reversed(float[] vector) {
        float[] turned = new float[vector.length];
        for (int i = 0; i < vector.length; i++) {
            turned[i] = vector[vector.length - 1 - i];
        }
        return turned;
    }
}
