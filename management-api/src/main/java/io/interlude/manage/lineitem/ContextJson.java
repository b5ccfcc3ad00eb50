package io.interlude.manage.lineitem;

import io.interlude.manage.validation.Fields;
import io.interlude.schema.LineItemChanged;
import java.math.BigDecimal;
import java.util.List;
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
            BigDecimal minRelevance = context.decimal(MIN_RELEVANCE, -1, 1);
            value.setMinRelevance(minRelevance == null ? null : minRelevance.doubleValue());
            value.setRunOfNetwork(context.flag(RUN_OF_NETWORK));
        }
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
