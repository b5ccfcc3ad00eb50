package io.interlude.context.engine;

import static io.interlude.context.engine.Catalogues.catalogue;
import static io.interlude.context.engine.Catalogues.lineItem;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.Embedders;
import io.interlude.context.embedding.Embedding;
import io.interlude.context.embedding.WeightedText;
import io.interlude.context.relevance.LineItemEmbedder;
import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.OrgId;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LineItemIndexerTest {
    private static final LineItem HOTELS = lineItem("hotels", 8, "hotels", "city breaks");
    private static final LineItem TOOLS = lineItem("tools", 8, "garden tools");

    /// As long as the transformer takes for a text.
    private static final long EMBEDDING_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final CountingEmbedder counting = new CountingEmbedder();
    private final LineItemIndexer indexer =
            new LineItemIndexer(
                    new LineItemEmbedder(counting, Embedders.WORDS),
                    waiting::add,
                    () -> counting.embedded.size() * EMBEDDING_NANOS);

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
    void aSmallOrgWaitsForOneTurnOfALargeOne() {
        CompletableFuture<Void> large =
                indexer.index(catalogue(1, many(10_000).toArray(LineItem[]::new)));
        waiting.remove().run();
        int before = counting.embedded.size();
        CompletableFuture<Void> small =
                indexer.index(Catalogues.of(new OrgId("small"), 1, List.of(HOTELS), List.of()));
        while (!small.isDone()) {
            waiting.remove().run();
        }

        assertThat(counting.embedded.size() - before).isLessThan(300);
        assertThat(large).isNotDone();
        assertThat(indexer.embeddings(new OrgId("small")).entry(HOTELS.id())).isNotNull();
    }

    @Test
    @Timeout(30)
    void gathersManyTextsOfCreativesInTimeThatGrowsWithTheirLength() {
        String texts =
                IntStream.range(0, 300_000)
                        .mapToObj(number -> "{\"text\":\"" + number + "\"}")
                        .collect(Collectors.joining(",", "{\"nodes\":[", "]}"));
        CreativeVersion flow =
                new CreativeVersion(
                        new CreativeId("c1"),
                        1,
                        HOTELS.id(),
                        true,
                        null,
                        Instant.EPOCH,
                        1,
                        Map.of(),
                        new CreativeContent.Flow(texts));

        OrgCatalogue catalogue = catalogue(1, List.of(HOTELS), List.of(flow, flow));
        assertThat(CreativeTexts.of(catalogue.lineItems().iterator().next()).copy())
                .hasSize(300_001)
                .startsWith("0", "1")
                .endsWith("299999", "hotels");
    }

    private static List<LineItem> many(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> lineItem("item-" + i, 1 + i % 16, "topic number " + i))
                .collect(Collectors.toList());
    }

    @Test
    void keepsEveryOneOfMany() {
        List<LineItem> many = many(300);
        index(catalogue(1, many.toArray(LineItem[]::new)));
        many.set(7, lineItem("item-7", 1, "garden tools"));
        index(catalogue(2, many.toArray(LineItem[]::new)));

        LineItemEmbeddings embeddings = indexer.embeddings(Catalogues.ORG);
        assertThat(many).allMatch(item -> embeddings.entry(item.id()) != null);
        assertThat(embeddings.size()).isEqualTo(300);
    }
}
