package io.interlude.catalogue.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.CreativeContent.Flow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlowCodecTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 100, 40_000, 100_000})
    void findsTheAddressesOfWhatLeadsAway(int length) {
        String text = "\u00e4\\n".repeat(length);
        Flow flow =
                FlowCodec.flow(
                        """
                        {"creativeId": "x", "url": "https://no.example/", "nodes": [
                          {"text": "%s", "url": "https://no.example/"},
                          {"action": {"url": "https://a.example/\\u00e9\\"", "kind": "handoff"}},
                          {"action": {"kind": "end", "url": "https://no.example/"}},
                          {"action": {"kind": "link_out", "url": "https://b.example/"}}]}
                        """
                                .formatted(text));

        assertThat(flow.json()).startsWith("{\"url\":").endsWith("}]}");
        assertThat(flow.links())
                .extracting(link -> flow.json().substring(link.start(), link.end()))
                .containsExactly("\"https://a.example/\u00e9\\\"\"", "\"https://b.example/\"");
        assertThat(flow.links()).extracting(link -> link.nodeIndex()).containsExactly(1, 3);
        assertThat(flow.domains()).contains("a.example", "b.example");
    }

    @Test
    void keepsATextThatNeedsNoChange() {
        String json =
                "{\"nodes\":[{\"action\":{\"kind\":\"link_out\",\"url\":\"https://a.example/\"}}]}";

        assertThat(FlowCodec.flow(json).json()).isSameAs(json);
    }
}
