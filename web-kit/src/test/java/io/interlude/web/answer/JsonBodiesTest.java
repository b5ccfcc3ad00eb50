package io.interlude.web.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JsonBodiesTest {
    @Test
    void refusesABodyWithANumberOutOfBounds() {
        byte[] body = "{\"attributes\":{\"a\":1e309}}".getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> JsonBodies.bounded(JsonBodies.parse(body)))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> {
                            assertThat(refusal.problem().reason())
                                    .isEqualTo(Reason.INVALID_REQUEST);
                            assertThat(refusal.problem().fields())
                                    .containsEntry("field", "attributes.a");
                        });
    }
}
