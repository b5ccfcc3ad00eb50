package io.interlude.context.engine;

import io.interlude.context.relevance.ContextEmbedding;
import io.interlude.context.relevance.LineItemBlock;
import io.interlude.context.relevance.LineItemEmbedding;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.identity.LineItemId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The embeddings of one org's line items that have topics, at one revision of its catalogue, in
/// blocks of line items that selection looks at one after the other. Immutable.
final class LineItemEmbeddings {
    /// Nothing embedded yet.
    static final LineItemEmbeddings NONE = new LineItemEmbeddings(0, List.of(), List.of());

    private static final int BLOCK_SIZE = 64;

    private final long revision;
    private final Map<LineItemId, Entry> lineItemToEntry = new HashMap<>();
    private final Map<LineItemId, Integer> lineItemToPlace = new HashMap<>();
    private final List<LineItemBlock> blocks;

    private LineItemEmbeddings(long revision, List<Entry> entries, List<LineItemBlock> blocks) {
        this.revision = revision;
        this.blocks = List.copyOf(blocks);
        for (Entry entry : entries) {
            LineItemId id = entry.source().lineItem().id();
            lineItemToPlace.put(id, lineItemToEntry.size());
            lineItemToEntry.put(id, entry);
        }
    }

    /// Puts entries into blocks, in the given order.
    ///
    /// @param before embeddings whose unchanged blocks are taken over
    static LineItemEmbeddings of(long revision, List<Entry> entries, LineItemEmbeddings before) {
        List<LineItemBlock> blocks = new ArrayList<>();
        List<Entry> placed = new ArrayList<>(entries.size());
        for (int from = 0; from < entries.size(); from += BLOCK_SIZE) {
            int to = Math.min(from + BLOCK_SIZE, entries.size());
            List<LineItemEmbedding> items =
                    entries.subList(from, to).stream().map(Entry::embedding).toList();
            int number = blocks.size();
            boolean same = number < before.blocks.size() && before.blocks.get(number).holds(items);
            LineItemBlock block = same ? before.blocks.get(number) : LineItemBlock.of(items);
            blocks.add(block);
            for (int place = from; place < to; place++) {
                placed.add(new Entry(entries.get(place).source(), block.items().get(place - from)));
            }
        }
        return new LineItemEmbeddings(revision, placed, blocks);
    }

    /// A line item's embedding, with what it was made from.
    record Entry(Candidate source, LineItemEmbedding embedding) {
        /// True if the candidate says the same, so that it need not be embedded again.
        boolean speaksFor(Candidate candidate) {
            return source.lineItem().name().equals(candidate.lineItem().name())
                    && source.lineItem()
                            .context()
                            .topics()
                            .equals(candidate.lineItem().context().topics())
                    && source.creatives().equals(candidate.creatives());
        }
    }

    /// Number of the newest change that the embeddings include.
    long revision() {
        return revision;
    }

    /// Null when the line item has no topics or is not embedded yet.
    @Nullable Entry entry(LineItemId id) {
        return lineItemToEntry.get(id);
    }

    int size() {
        return lineItemToEntry.size();
    }

    /// The nearness of line items to the conversation.
    ///
    /// @param scale applied to each cosine of a conversation that has a reading
    Similarities similarity(ContextEmbedding context, RelevanceScale scale) {
        return new Similarities(context, scale);
    }

    /// The nearness of line items to one conversation. Each block is worked out when the first of
    /// its line items is asked for, so line items that rules hold back cost nothing, mostly. Used
    /// by one thread at a time.
    final class Similarities implements ContextReading.Similarity {
        private final ContextEmbedding context;
        private final RelevanceScale scale;
        private final float[] @Nullable [] blockToSimilarities = new float[blocks.size()][];

        private Similarities(ContextEmbedding context, RelevanceScale scale) {
            this.context = context;
            this.scale = context.meaning().isNone() ? RelevanceScale.OWN : scale;
        }

        @Override
        public double of(LineItemId lineItemId) {
            Integer place = lineItemToPlace.get(lineItemId);
            return place == null ? 0 : ofBlock(place / BLOCK_SIZE)[place % BLOCK_SIZE];
        }

        /// The highest similarity and the one after it; -1 where there is none.
        double[] highestTwo() {
            double highest = -1;
            double second = -1;
            for (int block = 0; block < blocks.size(); block++) {
                for (float similarity : ofBlock(block)) {
                    second = Math.max(second, Math.min(highest, similarity));
                    highest = Math.max(highest, similarity);
                }
            }
            return new double[] {highest, second};
        }

        int size() {
            return LineItemEmbeddings.this.size();
        }

        private float[] ofBlock(int block) {
            float[] known = blockToSimilarities[block];
            if (known != null) {
                return known;
            }
            float[] similarities = blocks.get(block).similarities(context);
            for (int i = 0; i < similarities.length; i++) {
                similarities[i] = (float) Math.clamp(scale.of(similarities[i]), -1.0, 1.0);
            }
            blockToSimilarities[block] = similarities;
            return similarities;
        }
    }
}
