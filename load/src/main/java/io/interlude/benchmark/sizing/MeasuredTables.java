package io.interlude.benchmark.sizing;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The measurements at a product, as tables.
final class MeasuredTables {
    private MeasuredTables() {}

    static String topics(Map<String, TopicBytes> topicToBytes) {
        return topicToBytes.entrySet().stream()
                .filter(e -> e.getValue().records() > 0)
                .map(e ->
                        String.format(
                                Locale.ROOT,
                                "| `%s` | %,d | %,d | %.0f |",
                                e.getKey(),
                                e.getValue().records(),
                                e.getValue().bytes(),
                                e.getValue().each()))
                .collect(
                        Collectors.joining(
                                "\n",
                                "| topic | records | bytes | each |\n|---|---|---|---|\n",
                                ""));
    }

    static String stores(Map<String, StoreBytes> storeToBytes) {
        return storeToBytes.entrySet().stream()
                .filter(e -> e.getValue().entries() > 0)
                .map(e ->
                        String.format(
                                Locale.ROOT,
                                "| `%s` | %,d | %,d | %.0f | %.0f |",
                                e.getKey(),
                                e.getValue().entries(),
                                e.getValue().bytes(),
                                (double) e.getValue().contentBytes() / e.getValue().entries(),
                                (double) e.getValue().bytes() / e.getValue().entries()))
                .collect(
                        Collectors.joining(
                                "\n",
                                "| store | entries | bytes on disk | content of each | on disk of"
                                        + " each |\n|---|---|---|---|---|\n",
                                ""));
    }
}
