package io.interlude.context.engine;

import static io.interlude.context.engine.Catalogues.catalogue;
import static io.interlude.context.engine.Catalogues.lineItem;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.Embedders;
import io.interlude.context.embedding.Embedding;
import io.interlude.context.embedding.WeightedText;
import io.interlude.context.relevance.LineItemEmbedder;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LineItemIndexerTest {
    private static final LineItem HOTELS = lineItem("hotels", 8, "hotels", "city breaks");
    private static final LineItem TOOLS = lineItem("tools", 8, "garden tools");

    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final CountingEmbedder counting = new CountingEmbedder();
    private final LineItemIndexer indexer =
            new LineItemIndexer(new LineItemEmbedder(counting, Embedders.WORDS), waiting::add);

    private static final class CountingEmbedder implements Embedder {
        private final List<String> embedded = new ArrayList<>();

        @Override
        public int dimensions() {
            return Embedders.STATIC.dimensions();
        }

        @Override
        public Embedding embed(List<WeightedText> parts) {
            parts.forEach(part -> embedded.add(part.text()));
            return Embedders.STATIC.embed(parts);
        }
    }

    private void runAll() {
        while (!waiting.isEmpty()) {
            waiting.remove().run();
        }
    }

    private void index(OrgCatalogue snapshot) {
        CompletableFuture<Void> indexed = indexer.index(snapshot);
        runAll();
        assertThat(indexed).isDone();
    }

    @Test
    void embedsOnlyLineItemsWhoseTextsChanged() {
        index(catalogue(1, HOTELS, TOOLS));
        counting.embedded.clear();

        index(catalogue(2, lineItem("hotels", 3, "hotels", "city breaks"), TOOLS));
        assertThat(counting.embedded).isEmpty();

        index(catalogue(3, HOTELS, lineItem("tools", 8, "power drills")));
        assertThat(counting.embedded).contains("power drills").doesNotContain("hotels");
        assertThat(indexer.embeddings(Catalogues.ORG).revision()).isEqualTo(3);
    }

    @Test
    void forgetsWhatIsGoneOrNamesNoTopics() {
        index(catalogue(1, HOTELS, TOOLS));
        index(catalogue(2, HOTELS, lineItem("tools", 8)));

        LineItemEmbeddings embeddings = indexer.embeddings(Catalogues.ORG);
        assertThat(embeddings.entry(HOTELS.id())).isNotNull();
        assertThat(embeddings.entry(TOOLS.id())).isNull();
    }

    @Test
    void aNewerSnapshotReplacesTheOneThatWaits() {
        CompletableFuture<Void> first = indexer.index(catalogue(1, HOTELS));
        CompletableFuture<Void> second = indexer.index(catalogue(2, TOOLS));
        CompletableFuture<Void> late = indexer.index(catalogue(1, HOTELS));
        assertThat(waiting).hasSize(1);
        runAll();

        assertThat(List.of(first, second, late)).allMatch(CompletableFuture::isDone);
        assertThat(counting.embedded).contains("garden tools").doesNotContain("hotels");
    }

    @Test
    void anOlderSnapshotDoesNotReplaceANewerIndex() {
        index(catalogue(5, HOTELS));
        index(catalogue(4, TOOLS));

        assertThat(indexer.embeddings(Catalogues.ORG).revision()).isEqualTo(5);
        assertThat(indexer.embeddings(Catalogues.ORG).entry(HOTELS.id())).isNotNull();
    }

    @Test
    void keepsEveryOneOfMany() {
        List<LineItem> many = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            many.add(lineItem("item-" + i, 1 + i % 16, "topic number " + i));
        }
        index(catalogue(1, many.toArray(LineItem[]::new)));
        many.set(7, lineItem("item-7", 1, "garden tools"));
        index(catalogue(2, many.toArray(LineItem[]::new)));

        LineItemEmbeddings embeddings = indexer.embeddings(Catalogues.ORG);
        assertThat(many).allMatch(item -> embeddings.entry(item.id()) != null);
        assertThat(embeddings.size()).isEqualTo(300);
    }
}
