package io.interlude.context.engine;

import io.interlude.context.relevance.LineItemTexts;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.catalogue.CreativeVersion;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Gathers what a line item and its creatives say to a reader, each text once, in time that grows
/// with their length alone: creatives may say a hundred thousand, and other orgs wait meanwhile.
final class CreativeTexts {
    /// The fields of a flow that its subscribers read.
    private static final Set<String> SPOKEN = Set.of("text", "title", "subtitle", "label");

    private static final Logger LOG = LoggerFactory.getLogger(CreativeTexts.class);
    private static final int MOST_CHARACTERS = 2_000;

    private CreativeTexts() {}

    static LineItemTexts of(Candidate candidate) {
        Set<String> copy = new LinkedHashSet<>();
        for (CreativeVersion creative : candidate.creatives()) {
            switch (creative.content()) {
                case CreativeContent.Card card -> {
                    add(card.title(), copy);
                    add(card.subtitle(), copy);
                }
                case CreativeContent.Flow flow -> addFlow(flow.json(), copy);
            }
        }
        add(candidate.lineItem().name(), copy);
        return new LineItemTexts(candidate.lineItem().context().topics(), List.copyOf(copy));
    }

    private static void add(@Nullable String text, Set<String> copy) {
        if (text != null && !text.isBlank()) {
            copy.add(text);
        }
    }

    /// A stored flow that cannot be read says nothing; its line item still serves.
    private static void addFlow(String json, Set<String> copy) {
        try {
            addSpoken(JsonMapper.shared().readTree(json), copy);
        } catch (JacksonException e) {
            LOG.warn("context.unreadable-flow", e);
        }
    }

    private static void addSpoken(JsonNode node, Set<String> copy) {
        node.forEachEntry((field, value) -> {
            if (value.isString() && SPOKEN.contains(field)) {
                add(cut(value.stringValue()), copy);
            }
        });
        node.forEach(child -> addSpoken(child, copy));
    }

    private static String cut(String text) {
        return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS);
    }
}
