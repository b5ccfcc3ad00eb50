package io.interlude.journal.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.schema.EventType;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EventKindTest {
    @Test
    void flowStepsAreTheirTypes() {
        assertThat(EventKind.FLOW_STEP.types())
                .containsExactlyInAnyOrder(
                        EventType.node_visit,
                        EventType.choice_tap,
                        EventType.nlu_match,
                        EventType.flow_complete,
                        EventType.flow_abandon,
                        EventType.handoff_click);
    }

    @Test
    void eachTypeIsOfOneKind() {
        assertThat(Arrays.stream(EventKind.values()).flatMap(kind -> kind.types().stream()))
                .containsExactlyInAnyOrder(EventType.values());
    }
}
