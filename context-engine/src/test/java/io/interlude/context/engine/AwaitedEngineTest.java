package io.interlude.context.engine;

import static io.interlude.context.engine.Catalogues.catalogue;
import static io.interlude.context.engine.Catalogues.lineItem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.context.embedding.ReaderUnavailableException;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.context.ContextReading.Understood;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.identity.LineItemId;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class AwaitedEngineTest {
    private static final Conversation HOTEL = Conversation.ofSummary("a hotel in Rome, please");

    private final CompletableFuture<InProcessContextEngine> awaited = new CompletableFuture<>();
    private final AwaitedEngine engine = new AwaitedEngine(awaited);

    @Test
    void readsNothingBeforeTheEngineIsThereAndTheNewestSnapshotAfter() {
        OrgCatalogue newest = catalogue(2, lineItem("hotels", 8, "hotels"));
        CompletableFuture<Void> first = engine.index(catalogue(1));
        CompletableFuture<Void> second = engine.index(newest);

        assertThat(first).isNotDone();
        assertThatThrownBy(() -> engine.read(HOTEL, newest))
                .isInstanceOf(ReaderUnavailableException.class);

        awaited.complete(InProcessContextEngine.load(ContextSettings.DEFAULT, Runnable::run));

        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
        assertThat(similarity("hotels", newest)).isGreaterThan(EmbedderKind.DEFAULT_MIN_RELEVANCE);
    }

    @Test
    void handsLaterSnapshotsOn() {
        awaited.complete(InProcessContextEngine.load(ContextSettings.DEFAULT, Runnable::run));
        OrgCatalogue catalogue = catalogue(1, lineItem("hotels", 8, "hotels"));

        engine.index(catalogue).join();

        assertThat(similarity("hotels", catalogue))
                .isGreaterThan(EmbedderKind.DEFAULT_MIN_RELEVANCE);
    }

    private double similarity(String lineItem, OrgCatalogue catalogue) {
        Understood reading = (Understood) engine.read(HOTEL, catalogue);
        return reading.similarity().of(new LineItemId(lineItem));
    }
}
