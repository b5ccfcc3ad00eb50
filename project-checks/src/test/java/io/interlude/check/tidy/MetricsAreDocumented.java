package io.interlude.check.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Every metric that main code registers has a row on the metrics page, and every row a metric.
record MetricsAreDocumented(String page) implements TidyRule {
    /// `Counter.builder("name"`, `registry.counter("name"`, `stored = counter("name"` and the like,
    /// over line ends. Names have a dot, which tells them from other builders'.
    private static final Pattern REGISTERED =
            Pattern.compile(
                    "(?:(?:Counter|Timer|Gauge|DistributionSummary|FunctionCounter|TimeGauge)"
                            + "\\s*\\.builder|(?:\\b(?:registry|meters|metrics)\\s*\\.|=\\s*)"
                            + "(?:counter|timer|summary|gauge))"
                            + "\\(\\s*\"([a-z][a-z.]*\\.[a-z.]+)\"");

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z][a-z.]*)` \\|");

    @Override
    public List<Finding> check(Repository repository) {
        Map<String, String> nameToFile = new TreeMap<>();
        Map<String, String> documented = new TreeMap<>();
        for (TrackedFile file : repository.files()) {
            if (file.isJava() && !file.isTest()) {
                collect(REGISTERED, file, nameToFile);
            } else if (file.path().equals(page)) {
                collect(ROW, file, documented);
            }
        }
        List<Finding> findings = new ArrayList<>();
        nameToFile.forEach((name, file) -> {
            if (!documented.containsKey(name)) {
                findings.add(new Finding(file, 0, "write on " + page + " what " + name + " tells"));
            }
        });
        documented.forEach((name, file) -> {
            if (!nameToFile.containsKey(name)) {
                findings.add(new Finding(file, 0, name + " is registered nowhere: remove the row"));
            }
        });
        return findings;
    }

    private static void collect(Pattern pattern, TrackedFile file, Map<String, String> names) {
        Matcher matcher = pattern.matcher(file.text());
        while (matcher.find()) {
            names.put(matcher.group(1), file.path());
        }
    }
}
