package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.local.sms.Sms;
import io.interlude.local.terminal.Terminal;
import io.interlude.schema.topic.Topics;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericRecord;
import tools.jackson.databind.node.ObjectNode;

/// A flow booked, fetched and played by text message with `./interlude sms`.
final class SmsJourney {
    private static final Path FLOW = Path.of("../flow-executor/examples/harbour.json");
    private static final List<String> FIELDS =
            List.of(
                    "eventType",
                    "nodeId",
                    "choiceId",
                    "intent",
                    "terminalNodeId",
                    "lastNodeId",
                    "turns",
                    "reason",
                    "handoffKind");

    private static final List<String> FIRST =
            List.of(
                    "node_visit hello",
                    "node_visit ask",
                    "nlu_match ask price",
                    "node_visit costs",
                    "node_visit ask",
                    "choice_tap ask desk",
                    "node_visit desk",
                    "flow_complete desk 4",
                    "handoff_click desk url");
    private static final List<String> SECOND =
            List.of("node_visit hello", "node_visit ask", "flow_abandon ask 2 user_exit");

    private final ProductProcess product;
    private final Bookings booked;

    private SmsJourney(ProductProcess product, Bookings booked) {
        this.product = product;
        this.booked = booked;
    }

    static SmsJourney book(ProductProcess product) throws IOException, InterruptedException {
        Bookings booked = Bookings.make(product, "texts").lineItem("sms", "");
        ObjectNode creative =
                Api.JSON
                        .createObjectNode()
                        .put("id", "sms-flow")
                        .put("lineItemId", "sms")
                        .put("type", "flow")
                        .put("status", "approved");
        creative.set("flow", Api.JSON.readTree(Files.readString(FLOW)));
        booked.management()
                .expect(201, "POST", "/v1/manage/creatives", Api.JSON.writeValueAsString(creative));
        return new SmsJourney(product, booked);
    }

    Api management() {
        return booked.management();
    }

    /// Plays a flow with the replies.
    ///
    /// @return what the terminal showed
    String play(String... replies) throws IOException, InterruptedException {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        List<String> arguments =
                List.of(
                        "--url",
                        product.url().toString(),
                        "--key",
                        booked.publisher().key(),
                        "--ad-unit",
                        "pause");
        Sms.run(
                arguments,
                Map.of(),
                new BufferedReader(new StringReader(String.join("\n", replies))),
                Terminal.into(new PrintStream(shown, true, StandardCharsets.UTF_8)));
        return shown.toString(StandardCharsets.UTF_8);
    }

    /// The flow events in the journal, each by what it says, in order.
    List<String> journal() {
        return new Journals(product)
                .read(Topics.FLOW_EVENTS).stream()
                        .filter(event -> String.valueOf(event.get("orgId")).equals("texts"))
                        .map(SmsJourney::line)
                        .toList();
    }

    private static String line(GenericRecord event) {
        return FIELDS.stream()
                .map(event::get)
                .filter(Objects::nonNull)
                .map(Object::toString)
                .collect(Collectors.joining(" "));
    }

    /// Plays two flows and finds their events, each of them and no other.
    static void playAndFind(ProductProcess product) throws IOException, InterruptedException {
        // given
        SmsJourney texts = book(product);

        // when
        String first = texts.play("quokkavelvet, how much is it?", "2.", ":open");
        String second = texts.play("quokkavelvet", "STOP");

        // then
        assertThat(first)
                .contains("Ad by Harbour Bikes\n  Harbour bikes, by the hour.", "  2 Ask the desk")
                .contains("Talk to the desk: http")
                .doesNotContain("not recorded");
        assertThat(second).contains("the flow is over: user_exit, 2 turns");
        assertThat(texts.journal())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(FIRST.stream(), SECOND.stream()).toList())
                .containsSubsequence(FIRST)
                .containsSubsequence(SECOND);
        Report.await(
                texts.management(),
                "metrics=fetches,engagements",
                rows ->
                        rows.size() == 1
                                && rows.getFirst().path("fetches").asLong() == 2
                                && rows.getFirst().path("engagements").asLong() == 1);
    }
}
