package io.interlude.catalogue.record;

import io.interlude.domain.catalogue.CreativeContent.Flow;
import io.interlude.domain.catalogue.CreativeContent.FlowLink;
import io.interlude.domain.catalogue.DomainName;
import io.interlude.journal.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads flows once for all fetches that serve them. A text that is no flow links to nothing.
public final class FlowCodec {
    private static final Set<String> LEADING_AWAY = Set.of("link_out", "handoff");
    private static final Pattern ADDRESS = Pattern.compile("/nodes/([0-9]{1,8})/action/url");

    private FlowCodec() {}

    /// The flow without spaces between tokens, with its links.
    public static Flow flow(String json) {
        JsonNode flow = parsed(json);
        if (flow instanceof ObjectNode fields) {
            fields.remove("creativeId");
        }
        String compact = Json.MAPPER.writeValueAsString(flow);
        // As a rule it is stored like this, and held once.
        String text = compact.equals(json) ? json : compact;
        return new Flow(text, linkedDomains(flow), links(text, flow.path("nodes")));
    }

    static JsonNode parsed(String json) {
        try {
            return Json.MAPPER.readTree(json);
        } catch (JacksonException e) {
            return Json.MAPPER.createObjectNode();
        }
    }

    private static Set<String> linkedDomains(JsonNode flow) {
        return flow.path("nodes")
                .valueStream()
                .map(node -> node.path("action").path("url").asString(""))
                .flatMap(address -> DomainName.ofAddress(address).stream())
                .collect(Collectors.toSet());
    }

    private static List<FlowLink> links(String json, JsonNode nodes) {
        List<FlowLink> links = new ArrayList<>();
        if (nodes.isEmpty()) {
            return links;
        }
        try (JsonParser tokens = Json.MAPPER.createParser(json)) {
            while (tokens.nextToken() != null) {
                int node = nodeOfAddress(tokens);
                if (node >= 0 && leadsAway(nodes.path(node))) {
                    links.add(link(tokens, node));
                }
            }
        }
        return links;
    }

    /// Place of the node whose action links to the token; negative for any other token.
    private static int nodeOfAddress(JsonParser tokens) {
        if (tokens.currentToken() != JsonToken.VALUE_STRING
                || !"url".equals(tokens.currentName())) {
            return -1;
        }
        Matcher address = ADDRESS.matcher(tokens.streamReadContext().pathAsPointer().toString());
        return address.matches() ? Integer.parseInt(address.group(1)) : -1;
    }

    private static boolean leadsAway(JsonNode node) {
        return LEADING_AWAY.contains(node.path("action").path("kind").asString(""));
    }

    private static FlowLink link(JsonParser tokens, int node) {
        int start = (int) tokens.currentTokenLocation().getCharOffset();
        tokens.finishToken();
        return new FlowLink(node, start, (int) tokens.currentLocation().getCharOffset());
    }
}
