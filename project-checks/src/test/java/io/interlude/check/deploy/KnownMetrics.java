package io.interlude.check.deploy;

import io.interlude.web.metrics.JvmMeters;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The metrics that Prometheus can know, and the labels of each: those of the metrics page and the
/// JVM's own.
///
/// @param nameToLabels by Prometheus' name
/// @param paths patterns of the served paths, which the label `uri` has
record KnownMetrics(Map<String, Set<String>> nameToLabels, Set<String> paths) {
    private static final String PAGE = "docs/metrics.md";
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `([a-z.]+)` \\| ([^|]*) \\|([^|]*)\\|");
    private static final Pattern TAG = Pattern.compile("`([a-z]+)`");
    private static final Pattern SERIES = Pattern.compile("(?m)^([a-z_0-9]+)(?:\\{([^}]*)})? ");
    private static final Pattern LABEL =
            Pattern.compile("([a-z_]+)\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"");
    private static final Pattern SELECTED = Pattern.compile("([a-zA-Z_:][\\w:]*)\\{([^}]*)}");
    private static final Pattern WORD = Pattern.compile("[a-zA-Z_:][\\w:]*(?!\\w)(?!\\s*\\()");
    private static final Pattern GROUPING =
            Pattern.compile("\\b(?:by|without|on|ignoring)\\s*\\([^)]*\\)");
    private static final Set<String> OPERATORS =
            Set.of("and", "or", "unless", "bool", "offset", "by", "without");
    private static final Set<String> TARGET_LABELS = Set.of("job", "instance", "le");

    private static final Map<String, Set<String>> JVM_NAME_TO_LABELS = ofJvm();

    static KnownMetrics of(DeployFiles files) {
        Map<String, Set<String>> nameToLabels = new TreeMap<>(Map.of("up", Set.of()));
        ROW.matcher(files.text(PAGE))
                .results()
                .forEach(row ->
                        exported(row.group(1), row.group(2))
                                .forEach(name -> nameToLabels.put(name, tags(row.group(3)))));
        nameToLabels.putAll(JVM_NAME_TO_LABELS);
        return new KnownMetrics(nameToLabels, ServedPaths.described(files));
    }

    /// What an expression names that does not exist.
    Stream<String> unknown(String expression) {
        String selectors = expression.replaceAll("\\[[^]]*]", "");
        String words =
                GROUPING.matcher(selectors.replaceAll("\\{[^}]*}", ""))
                        .replaceAll("")
                        .replaceAll("\"[^\"]*\"", "");
        Stream<String> metrics =
                WORD.matcher(words)
                        .results()
                        .map(MatchResult::group)
                        .filter(word -> !OPERATORS.contains(word))
                        .filter(word -> !nameToLabels.containsKey(word))
                        .map(word -> "metric " + word);
        return Stream.concat(
                metrics,
                SELECTED.matcher(selectors)
                        .results()
                        .flatMap(found -> unknownLabels(found.group(1), found.group(2))));
    }

    private Stream<String> unknownLabels(String metric, String selector) {
        Set<String> labels = nameToLabels.getOrDefault(metric, Set.of());
        return LABEL.matcher(selector)
                .results()
                .filter(label ->
                        !(labels.contains(label.group(1)) || TARGET_LABELS.contains(label.group(1)))
                                || (label.group(1).equals("uri") && !isServed(label)))
                .map(label -> "label " + label.group() + " of " + metric);
    }

    private boolean isServed(MatchResult label) {
        return label.group(2).endsWith("~")
                ? paths.stream().anyMatch(path -> path.matches(label.group(3)))
                : paths.contains(label.group(3));
    }

    /// Micrometer's naming for Prometheus.
    private static Stream<String> exported(String name, String kind) {
        String base = name.replace('.', '_');
        if (kind.startsWith("counter")) {
            return Stream.of(base + "_total");
        }
        if (kind.startsWith("timer")) {
            return Stream.of("_bucket", "_count", "_sum", "_max")
                    .map(suffix -> base + "_seconds" + suffix);
        }
        return Stream.of(base);
    }

    private static Set<String> tags(String cell) {
        Set<String> tags = new TreeSet<>();
        TAG.matcher(cell).results().forEach(tag -> tags.add(tag.group(1)));
        return tags;
    }

    /// As a process of ours exports them; a collection's pause only after the first.
    private static Map<String, Set<String>> ofJvm() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        Map<String, Set<String>> nameToLabels = new TreeMap<>();
        try (JvmMeters meters = new JvmMeters(registry)) {
            assert meters != null;
            Matcher series = SERIES.matcher(registry.scrape());
            while (series.find()) {
                Set<String> labels =
                        nameToLabels.computeIfAbsent(series.group(1), _ -> new TreeSet<>());
                if (series.group(2) != null) {
                    LABEL.matcher(series.group(2)).results().forEach(l -> labels.add(l.group(1)));
                }
            }
        }
        Stream.of("count", "sum", "max")
                .forEach(suffix ->
                        nameToLabels.put(
                                "jvm_gc_pause_seconds_" + suffix, Set.of("action", "cause", "gc")));
        return nameToLabels;
    }
}
