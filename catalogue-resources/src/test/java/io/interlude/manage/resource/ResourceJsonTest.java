package io.interlude.manage.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.json.Json;
import io.interlude.schema.CreativeVersionChanged;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ResourceJsonTest {
    private static final String FLOW = "{\"nodes\":[{\"weight\":1.50},{}]}";

    @Test
    void whatIsKeptAsTextIsWrittenAsItIs() {
        ObjectNode json = Json.MAPPER.createObjectNode().put("id", "c1");
        ResourceJson.putKept(json, "flow", FLOW);

        assertThat(Json.MAPPER.writeValueAsString(json))
                .isEqualTo("{\"id\":\"c1\",\"flow\":" + FLOW + "}");
    }

    @Test
    void parsesWhatIsKeptAsText() {
        ObjectNode json = Json.MAPPER.createObjectNode().put("id", "c1");
        ResourceJson.putKept(json, "flow", FLOW);

        assertThat(ResourceJson.parsed(json))
                .isEqualTo(Json.MAPPER.readTree("{\"id\":\"c1\",\"flow\":" + FLOW + "}"));
    }

    @Test
    void aTreeIsCountedOnlyWhereThereIsOne() {
        CreativeVersionChanged creative = new CreativeVersionChanged();
        String flow = "{\"nodes\":[" + "{},".repeat(4_999) + "{}]}";
        creative.setFlowJson(flow);

        assertThat(ResourceJson.heapBytes(creative)).isBetween(flow.length() * 1L, 100_000L);
        assertThat(ResourceJson.treeHeapBytes(creative)).isGreaterThan(500_000);
    }
}
