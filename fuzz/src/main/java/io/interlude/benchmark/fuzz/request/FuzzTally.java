package io.interlude.benchmark.fuzz.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Counts outcomes by endpoint and kind, and keeps the first violations. Safe for use by many
/// threads.
public final class FuzzTally {
    private static final int MOST_SHOWN = 20;
    private static final int LONGEST_SHOWN = 1_500;

    private final Map<String, Map<String, Map<String, Integer>>> endpointToKindToStatuses =
            new TreeMap<>();
    private final Map<String, Integer> faultToCount = new TreeMap<>();
    private final List<String> violations = new ArrayList<>();
    private final Canaries canaries;
    private final List<String> secrets;

    public FuzzTally(Canaries canaries, List<String> secrets) {
        this.canaries = canaries;
        this.secrets = List.copyOf(secrets);
    }

    public synchronized void add(long number, BadRequest request, Outcome outcome) {
        endpointToKindToStatuses
                .computeIfAbsent(folded(request.endpoint()), _ -> new TreeMap<>())
                .computeIfAbsent(request.kind(), _ -> new TreeMap<>())
                .merge(outcome.statuses(), 1, Integer::sum);
        String fault = outcome.fault();
        if (fault != null) {
            String sort = request.endpoint() + ", " + request.kind() + ": " + fault;
            if (faultToCount.merge(sort, 1, Integer::sum) == 1 && violations.size() < MOST_SHOWN) {
                violations.add(shown(number, request, outcome));
            }
        }
    }

    /// The kinds of resources, and the files of a page, in one line.
    public static String folded(String endpoint) {
        return endpoint.replaceFirst(
                        "/v1/manage/(applications|keys|ad-units|campaigns|line-items|creatives)",
                        "/v1/manage/{kind}")
                .replaceFirst("/(console|demo/embed|embed)(/.*)?$", "/$1…");
    }

    private String shown(long number, BadRequest request, Outcome outcome) {
        return String.format(
                Locale.ROOT,
                "request %d, %s, %s: %s%n  sent %s%n  got %s%n",
                number,
                request.endpoint(),
                request.kind(),
                outcome.fault(),
                escaped(request.content()),
                escaped(outcome.answer()));
    }

    /// Printable, short, and without what must not be shown.
    public String escaped(String text) {
        String redacted = canaries.redact(text);
        for (String secret : secrets) {
            redacted = redacted.replace(secret, "…");
        }
        String some = redacted.substring(0, Math.min(redacted.length(), LONGEST_SHOWN));
        StringBuilder escaped = new StringBuilder();
        some.chars()
                .forEach(c -> {
                    if ((c >= ' ' && c < 0x7f) || c == '…') {
                        escaped.append((char) c);
                    } else {
                        escaped.append(String.format(Locale.ROOT, "\\x%02x", c));
                    }
                });
        return escaped.append(redacted.length() > LONGEST_SHOWN ? " …" : "").toString();
    }

    public synchronized boolean isClean() {
        return faultToCount.isEmpty();
    }

    public synchronized String table() {
        StringBuilder table =
                new StringBuilder("| endpoint | kind | requests | answers |\n|---|---|---|---|\n");
        endpointToKindToStatuses.forEach((endpoint, kinds) ->
                kinds.forEach((kind, statuses) ->
                        table.append(
                                String.format(
                                        Locale.ROOT,
                                        "| `%s` | %s | %,d | %s |%n",
                                        endpoint,
                                        kind,
                                        statuses.values().stream().mapToInt(n -> n).sum(),
                                        joined(statuses)))));
        return table.toString();
    }

    /// One line for each endpoint.
    public synchronized String summary() {
        StringBuilder table =
                new StringBuilder("| endpoint | kinds | requests | answers |\n|---|---|---|---|\n");
        endpointToKindToStatuses.forEach((endpoint, kinds) -> {
            Map<String, Integer> statuses = new TreeMap<>();
            kinds.values()
                    .forEach(all ->
                            all.forEach((status, count) ->
                                    statuses.merge(status, count, Integer::sum)));
            table.append(
                    String.format(
                            Locale.ROOT,
                            "| `%s` | %d | %,d | %s |%n",
                            endpoint,
                            kinds.size(),
                            statuses.values().stream().mapToInt(n -> n).sum(),
                            joined(statuses)));
        });
        return table.toString();
    }

    private static String joined(Map<String, Integer> statuses) {
        List<String> parts = new ArrayList<>();
        statuses.forEach(
                (status, count) -> parts.add(String.format(Locale.ROOT, "%s: %,d", status, count)));
        return String.join(", ", parts);
    }

    public synchronized String violations() {
        StringBuilder text = new StringBuilder();
        faultToCount.forEach(
                (fault, count) -> text.append(count).append(" times ").append(fault).append('\n'));
        violations.forEach(violation -> text.append('\n').append(violation));
        return text.toString();
    }
}
