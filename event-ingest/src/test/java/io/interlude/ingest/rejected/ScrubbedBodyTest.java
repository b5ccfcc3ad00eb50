package io.interlude.ingest.rejected;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.json.Json;
import io.interlude.schema.EventType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class ScrubbedBodyTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    send       | {'version':2,'eventType':'send','eventData':{'a':{'b':[1]}}} | {'version':2,'eventType':'send','eventData':{'a':{'b':[1]}}}
                    send       | {'version':'two','timestamp':'now','subscriber':'Ann','other':1} | {}
                    send       | {'eventData':{'KEY':'x','a':1,'b':{'apiKey':'x'},'c':['il_mgmt_x'],'il_tag_y':1}} | {'eventData':{'a':1}}
                    conversion | {'context':'hi','eventData':{'context':'hi','a':{'Context':[1]},'b':2}} | {'eventData':{'b':2}}
                    send       | {'eventType':'il_fetch_secret','messageId':'my card is 1234'} | {}
                    nlu_match  | {'eventData':{'nodeId':'a','intent':'I want it','utterance':'hi','turns':2}} | {'eventData':{'nodeId':'a','turns':2}}
                    nlu_match  | {'eventData':{'nodeId':{'nodeId':'a'}}} | {'eventData':{}}
                    UNKNOWN    | {'eventType':'nlu_matched','eventData':{'utterance':'hi','reason':'timeout'}} | {'eventType':'nlu_matched','eventData':{'reason':'timeout'}}
                    UNKNOWN    | {'eventData':'hi'} | {}
                    """)
    void keepsOnlyWhatMayBeKept(EventType type, String body, String kept) {
        assertThat(json(ScrubbedBody.of(type, json(body)))).isEqualTo(json(kept));
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) Json.MAPPER.readTree(text.replace('\'', '"'));
    }
}
