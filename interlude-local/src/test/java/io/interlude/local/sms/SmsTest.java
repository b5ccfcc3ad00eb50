package io.interlude.local.sms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.local.terminal.Terminal;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmsTest {
    private static final String FLOW = "../flow-executor/examples/harbour.json";

    @Test
    void playsAFlowInAFileToItsEnd() throws Exception {
        // when
        String shown = play(List.of("--flow", FLOW), "the PRICE?", "4");

        // then
        assertThat(shown.lines())
                .containsExactly(
                        "",
                        "  Ad by Harbour Bikes",
                        "  Harbour bikes, by the hour.",
                        "",
                        "  What next?",
                        "  1 Rent a bike",
                        "  2 Ask the desk",
                        "  3 See a route",
                        "  4 Not now",
                        "",
                        "-- node_visit nodeId=hello",
                        "-- node_visit nodeId=ask",
                        "",
                        "  1 h: 6 EUR, a day: 24.",
                        "",
                        "  What next?",
                        "  1 Rent a bike",
                        "  2 Ask the desk",
                        "  3 See a route",
                        "  4 Not now",
                        "",
                        "-- nlu_match intent=price nodeId=ask",
                        "-- node_visit nodeId=costs",
                        "-- node_visit nodeId=ask",
                        "",
                        "  Ride safely.",
                        "",
                        "-- choice_tap choiceId=no nodeId=ask",
                        "-- node_visit nodeId=bye",
                        "-- flow_complete terminalNodeId=bye turns=4",
                        "-- the flow is over: complete, 4 turns");
    }

    @Test
    void opensTheLinkOfAHandoffOnlyWhenAsked() throws Exception {
        assertThat(play(List.of("--flow", FLOW), "2", ":open")).contains("-- handoff_click");
        assertThat(play(List.of("--flow", FLOW), "2", "thanks")).doesNotContain("handoff_click");
        assertThat(play(List.of("--flow", FLOW), "2")).doesNotContain("handoff_click");
    }

    @Test
    void endsByStopBySilenceAndWhenTheRepliesEnd() throws Exception {
        assertThat(play(List.of("--flow", FLOW), "stop")).contains("over: user_exit, 2 turns");
        assertThat(play(List.of("--flow", FLOW), ":silence")).contains("over: timeout, 2 turns");
        assertThat(play(List.of("--flow", FLOW), "x", "y")).contains("over: no_match, 2 turns");
        assertThat(play(List.of("--flow", FLOW))).contains("over: user_exit, 2 turns");
    }

    @Test
    void refusesWhatItCannotPlay(@TempDir Path folder) throws Exception {
        // given
        Path file = Files.writeString(folder.resolve("flow.json"), "[1]");

        // then
        assertThatThrownBy(() -> play(List.of("--flow", file.toString())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("holds no JSON object");
        assertThatThrownBy(() -> play(List.of("--flow", folder + "/none.json")))
                .hasMessageContaining("There is no file");
        assertThatThrownBy(() -> play(List.of("--key", "k", "--url", "http://127.0.0.1:1")))
                .hasMessageContaining("No product answers");
        assertThatThrownBy(() -> play(List.of("--loud"))).hasMessageContaining("--loud");
        assertThatThrownBy(() -> play(List.of("--flow"))).hasMessageContaining("needs a value");
        Map<String, String> elsewhere = Map.of("INTERLUDE_DATA", folder.toString());
        assertThatThrownBy(() -> play(elsewhere, List.of())).hasMessageContaining("No demo keys");
    }

    @Test
    void takesEveryFlagAndPrintsNoKey() {
        // when
        SmsOptions options =
                SmsOptions.parse(
                        List.of(
                                "--url",
                                "http://h:1",
                                "--key",
                                "il_fetch_secret",
                                "--ad-unit",
                                "pause",
                                "--subscriber",
                                "s1"),
                        Map.of());

        // then
        assertThat(options.product().url()).isEqualTo(URI.create("http://h:1"));
        assertThat(options.product().key()).isEqualTo("il_fetch_secret");
        assertThat(options.adUnit()).isEqualTo("pause");
        assertThat(options.subscriber()).isEqualTo("s1");
        assertThat(options.product().dataFolder()).isEqualTo(Path.of("data"));
        assertThat(options.toString()).doesNotContain("secret").doesNotContain("s1");
    }

    private static String play(List<String> arguments, String... replies) throws Exception {
        return play(Map.of(), arguments, replies);
    }

    private static String play(
            Map<String, String> environment, List<String> arguments, String... replies)
            throws Exception {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        Sms.run(
                arguments,
                environment,
                replies(replies),
                Terminal.into(new PrintStream(shown, true, StandardCharsets.UTF_8)));
        return shown.toString(StandardCharsets.UTF_8);
    }

    private static BufferedReader replies(String... replies) {
        return new BufferedReader(new StringReader(String.join("\n", replies)));
    }
}
