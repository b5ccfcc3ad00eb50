package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// The protocol's storyboards by its own runner, against the product. Each step comes out as
/// `outcomes.txt` says, which has the reason of each that does not pass.
final class AdcpStoryboards {
    private static final Path FOLDER = Path.of("src", "test", "resources", "adcp", "storyboards");

    private AdcpStoryboards() {}

    /// Runs them in an org that lets the orders of agents start.
    static void run(ProductProcess product, Path parent) throws IOException, InterruptedException {
        NodeExample runner = NodeExample.install(FOLDER, parent);
        Bookings booked = Bookings.make(product, "storyboards");
        AdcpStartJourney.letOrdersStart(booked.management(), "\"0\"", "");
        List<JsonNode> steps =
                runner.run(
                        Map.of(
                                "INTERLUDE_URL",
                                product.url().toString(),
                                "INTERLUDE_KEY",
                                booked.management().key()),
                        "run.mjs");

        Map<String, String> outcomes = new TreeMap<>();
        for (JsonNode step : steps) {
            outcomes.put(step.path("step").asString(), step.path("outcome").asString());
        }
        assertThat(outcomes).as("%s", notPassed(steps)).isEqualTo(expected());
    }

    private static String notPassed(List<JsonNode> steps) {
        return steps.stream()
                .filter(step -> !step.path("outcome").asString().equals("passed"))
                .map(JsonNode::toString)
                .collect(Collectors.joining("\n"));
    }

    /// Lines of steps, each below the line with their outcome, `passed:` or `failed: why`.
    private static Map<String, String> expected() throws IOException {
        Map<String, String> stepToOutcome = new TreeMap<>();
        String outcome = "";
        for (String line : Files.readAllLines(FOLDER.resolve("outcomes.txt"))) {
            if (line.startsWith("    ")) {
                stepToOutcome.put(line.strip(), outcome);
            } else if (!line.isBlank()) {
                outcome = line.substring(0, line.indexOf(':'));
            }
        }
        return stepToOutcome;
    }
}
