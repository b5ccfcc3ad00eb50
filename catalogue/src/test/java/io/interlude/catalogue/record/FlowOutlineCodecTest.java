package io.interlude.catalogue.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.flow.FlowNode;
import io.interlude.domain.flow.FlowOutline;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlowOutlineCodecTest {
    @Test
    void readsNodesWithTheirChoicesIntentsAndEnds() {
        String json =
                """
                {"specVersion": "1.0", "entryNodeId": "hello", "metadata": {}, "nodes": [
                  {"id": "hello", "type": "message", "text": "t", "next": "size"},
                  {"id": "size", "type": "choice-set", "prompt": "p",
                   "choices": [{"id": "s", "label": "S", "target": "shop"},
                               {"id": "l", "label": "L", "target": "join"}],
                   "intents": [{"intent": "cheap", "target": "shop"}]},
                  {"id": "bare", "type": "choice-set"},
                  {"id": "shop", "type": "action", "action": {"kind": "link_out"}},
                  {"id": "chat", "type": "action", "action": {"kind": "handoff"}},
                  {"id": "bye", "type": "action", "action": {"kind": "end"}},
                  {"id": "join", "type": "action", "action": {"kind": "conversion"}, "next": "bye"},
                  {"id": "buy", "type": "action", "action": {"kind": "conversion"}},
                  {"id": "new", "type": "carousel"},
                  {"id": 7, "type": "message"}]}
                """;

        assertThat(FlowOutlineCodec.of(new CreativeContent.Flow(json)).idToNode())
                .isEqualTo(
                        Map.of(
                                "hello", new FlowNode.Message(),
                                "size", new FlowNode.ChoiceSet(Set.of("s", "l"), Set.of("cheap")),
                                "bare", new FlowNode.ChoiceSet(Set.of(), Set.of()),
                                "shop", new FlowNode.Action(false, true),
                                "chat", new FlowNode.Action(true, true),
                                "bye", new FlowNode.Action(false, true),
                                "join", new FlowNode.Action(false, false),
                                "buy", new FlowNode.Action(false, true),
                                "new", new FlowNode.Message()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no json", "[]", "{}", "{\"nodes\": {\"a\": 1}}"})
    void whatIsNoFlowHasNoNodes(String json) {
        assertThat(FlowOutlineCodec.of(new CreativeContent.Flow(json))).isEqualTo(FlowOutline.NONE);
    }

    @Test
    void aCardHasNoNodes() {
        CreativeContent card =
                new CreativeContent.Card("t", null, null, null, null, "Ad", List.of());

        assertThat(FlowOutlineCodec.of(card)).isEqualTo(FlowOutline.NONE);
    }
}
