package io.interlude.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.client.StubServer.Reply;
import io.interlude.client.api.Event;
import io.interlude.client.api.EventType;
import io.interlude.client.api.ServedFlow;
import io.interlude.flow.Presented;
import io.interlude.flow.Surface;
import io.interlude.flow.WalkState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What the session adds to the executor, which has its own vectors.
final class FlowSessionTest {
    private static final JsonNode HARBOUR =
            JsonMapper.shared()
                    .readTree(Path.of("..", "..", "flow-executor", "vectors", "misses.json"))
                    .get("flows")
                    .get("harbour");

    private final List<Event> events = new ArrayList<>();

    private FlowSession session(FlowSession.Options options) {
        return session(HARBOUR, options);
    }

    private FlowSession session(JsonNode flow, FlowSession.Options options) {
        return new FlowSession(
                new Ad<>(
                        "native-9",
                        "native",
                        JsonMapper.shared().treeToValue(flow, ServedFlow.class),
                        Map.of(),
                        null,
                        List.of()),
                options,
                events::add);
    }

    private List<String> types() {
        return events.stream().map(event -> event.eventType().wireName()).toList();
    }

    @Test
    void asksTheModelAndGoesOnWhereItWasKept() {
        FlowSession.Options usual = FlowSession.Options.usual();
        FlowSession first = session(usual);
        assertThat(first.presented().getFirst()).isInstanceOf(Presented.Disclosure.class);
        assertThat(types()).containsExactly("node_visit", "node_visit");
        WalkState kept = WalkState.of(first.state().json());

        FlowSession second = session(usual.resumeAt(kept).classify((_, _) -> Optional.of("price")));

        assertThat(second.presented()).isEmpty();
        assertThat(second.choices()).isPresent();
        assertThat(second.read("quokkavelvet")).isNotEmpty();
        second.leave();
        assertThat(second.ended()).isTrue();
        assertThat(types()).contains("nlu_match").endsWith("flow_abandon");
        assertThat(events.toString()).doesNotContain("quokkavelvet");
        assertThat(events).allMatch(event -> event.fetchEventId().equals("native-9"));
    }

    @Test
    void aModelThatFailsIsATextThatWasNotUnderstood() {
        FlowSession session =
                session(
                        FlowSession.Options.usual()
                                .classify((_, _) -> {
                                    throw new IllegalStateException("away");
                                }));

        assertThat(session.read("how much is it"))
                .first()
                .isInstanceOfSatisfying(
                        Presented.Choices.class, choices -> assertThat(choices.again()).isTrue());
    }

    @Test
    void readsNumbersAndStopByText() {
        FlowSession.Options bySms = FlowSession.Options.usual().surface(Surface.SMS);

        session(bySms).read("1");
        session(bySms).read("STOP");

        assertThat(types()).contains("choice_tap").endsWith("flow_abandon");
    }

    @Test
    void aFlowThatIsNoneEndsAtOnce() {
        JsonNode none = JsonMapper.shared().readTree("{\"nodes\": 7}");

        assertThat(session(none, FlowSession.Options.usual()).state().reason())
                .isEqualTo(WalkState.Reason.UNSUPPORTED_SPEC);
    }

    @Test
    void theClientReportsWhatAFlowDoes() throws IOException {
        String served =
                "{\"messageId\": \"native-9\", \"format\": \"native\", \"payload\": "
                        + HARBOUR
                        + "}";
        try (StubServer server =
                new StubServer(asked ->
                        asked.path().equals("/v1/events")
                                ? StubServer.recorded(asked)
                                : Reply.of(200, served))) {
            try (InterludeClient client = InterludeClient.of(server.url(), "k")) {
                Ad<ServedFlow> ad = client.fetchAd(FetchRequest.flow()).orElseThrow();
                client.startFlow(ad).leave();
                client.report(ad, EventType.DELIVER);
            }
            assertThat(server.events()).hasSize(4).containsOnly("native-9");
        }
    }
}
