package io.interlude.benchmark.faults.cluster;

import io.interlude.benchmark.load.BenchOrg;
import java.time.Duration;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The fetches of ads in the cluster: every other one is by one of a few subscribers, beyond what
/// their caps allow, and the others run into a budget that is the phase's own.
final class ClusterAsking {
    static final int CAP = 2;
    static final Duration WINDOW = Duration.ofSeconds(5);

    /// Far less than a phase asks for.
    static final int BUDGET = 200;

    private static final int LINE_ITEMS = 10;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final String BUDGETED = "budgeted-";

    private final int subscribers;
    private volatile int phase;

    ClusterAsking(int subscribers) {
        this.subscribers = subscribers;
    }

    /// Turns to the fetches of a phase.
    ///
    /// @param number of the phase, 0 to one less than those of the catalogue
    void enter(int number) {
        phase = number;
    }

    static String budgeted(int number) {
        return BUDGETED + number;
    }

    String body(long number) {
        String attributes =
                number % 2 == 0
                        ? "{\"country\":\"US\",\"phase\":\"p" + phase + "\"}"
                        : "{\"country\":\"US\"}";
        // By the golden ratio: the same one comes after others in turn, not at fixed distances.
        long who = Math.floorMod(((number / 2) * GOLDEN) >>> 17, (long) subscribers);
        String subscriber = number % 2 == 0 ? "" : ",\"subscriber\":\"s" + who + "\"";
        return "{\"adUnit\":\"unit\",\"attributes\":" + attributes + subscriber + "}";
    }

    /// @param phases those with a budget of their own
    static ObjectNode catalogue(int phases) {
        ObjectNode catalogue = BenchOrg.catalogue(LINE_ITEMS, false);
        ArrayNode items = (ArrayNode) catalogue.path("lineItems");
        ArrayNode creatives = (ArrayNode) catalogue.path("creatives");
        items.forEach(item -> cap((ObjectNode) item));
        ObjectNode anItem = (ObjectNode) items.path(0);
        ObjectNode aCreative = (ObjectNode) creatives.path(0);
        for (int i = 0; i < phases; i++) {
            items.add(budgeted(anItem.deepCopy(), i));
            creatives.add(
                    aCreative.deepCopy().put("id", BUDGETED + i).put("lineItemId", budgeted(i)));
        }
        return catalogue;
    }

    private static void cap(ObjectNode item) {
        item.putArray("frequencyCaps")
                .addObject()
                .put("max", CAP)
                .put("per", WINDOW.toString())
                .put("scope", "lineItem");
    }

    private static ObjectNode budgeted(ObjectNode item, int number) {
        item.put("id", budgeted(number)).put("name", "Budget of phase " + number);
        item.put("priority", 1);
        item.putObject("budget").put("dailyImpressions", BUDGET);
        item.putObject("targeting")
                .put("attribute", "phase")
                .put("op", "eq")
                .put("value", "p" + number);
        return item;
    }
}
