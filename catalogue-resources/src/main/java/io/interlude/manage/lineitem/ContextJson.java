package io.interlude.manage.lineitem;

import io.interlude.manage.validation.Fields;
import io.interlude.schema.LineItemChanged;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `context: {topics, minRelevance?, runOfNetwork?}`: which conversations a line item fits.
final class ContextJson {
    private static final String CONTEXT = "context";
    private static final String TOPICS = "topics";
    private static final String MIN_RELEVANCE = "minRelevance";
    private static final String RUN_OF_NETWORK = "runOfNetwork";

    private static final int MOST_TOPICS = 50;
    private static final int MAX_TOPIC_CHARACTERS = 200;

    private ContextJson() {}

    static void read(Fields fields, LineItemChanged value) {
        value.setTopics(List.of());
        Fields context = fields.object(CONTEXT);
        if (context != null) {
            value.setTopics(context.texts(TOPICS, MOST_TOPICS, MAX_TOPIC_CHARACTERS));
            value.setMinRelevance(minRelevance(context));
            value.setRunOfNetwork(context.flag(RUN_OF_NETWORK));
        }
    }

    /// Kept as binary64, so it must be what its shortest spelling says: no digit is dropped.
    private static @Nullable Double minRelevance(Fields context) {
        BigDecimal given = context.decimal(MIN_RELEVANCE, -1, 1);
        if (given == null) {
            return null;
        }
        double kept = given.doubleValue();
        if (BigDecimal.valueOf(kept).compareTo(given) != 0) {
            context.broken(MIN_RELEVANCE, "precision", "Give at most 15 digits.");
        }
        return kept;
    }

    static void write(LineItemChanged value, ObjectNode json) {
        ObjectNode context = json.putObject(CONTEXT);
        ArrayNode topics = context.putArray(TOPICS);
        value.getTopics().forEach(topics::add);
        if (value.getMinRelevance() != null) {
            context.put(MIN_RELEVANCE, value.getMinRelevance());
        }
        context.put(RUN_OF_NETWORK, value.getRunOfNetwork());
    }
}
