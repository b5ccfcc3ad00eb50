package io.interlude.check.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Every rule that `TidyTest` holds the repository to.
final class TidyRules {

    static final int MAX_JAVA_LINES = 500;

    /// Scripts that look for a JDK where Linux distributions put it.
    private static final Set<String> JDK_FINDERS = Set.of("interlude", ".ci/run");

    /// Says where a Maven comes from where there is none.
    private static final String MAVEN_WRAPPER = ".mvn/wrapper/maven-wrapper.properties";

    private TidyRules() {}

    static List<TidyRule> all() {
        List<TidyRule> rules = new ArrayList<>();
        rules.addAll(calls());
        rules.addAll(placesAndMarkers());
        rules.add(new JavaFileLength(MAX_JAVA_LINES));
        rules.add(new DocOpensWithNoun());
        rules.add(new PackageIsNullMarked());
        rules.add(new PackageIsInReadme());
        rules.add(new SchemaIsDocumented());
        rules.add(new MetricsAreDocumented("docs/metrics.md"));
        rules.add(new MarkdownHasOneTitle());
        rules.add(new MarkdownLinksResolve());
        rules.add(new WalksAreComplete("CONTRIBUTING.md"));
        return List.copyOf(rules);
    }

    private static List<TidyRule> calls() {
        return List.of(
                BannedText.inCode(
                        "\\bcurrentTimeMillis\\s*\\(",
                        TidyRules::everywhere,
                        "take an InstantSource or Clock as argument instead of the system time"),
                BannedText.inCode(
                        "\\bThread\\s*\\.\\s*sleep\\s*\\(",
                        TidyRules::everywhere,
                        "wait for a condition with a deadline instead of sleeping"),
                BannedText.inCode(
                        "\\b(parkNanos|parkUntil|onSpinWait)\\s*\\(|[A-Z]\\s*\\.\\s*sleep\\s*\\(",
                        TidyRules::isTestThatIsToWait,
                        "wait for a condition with Eventually"),
                BannedText.inCode(
                        "\\bnew\\s+Random\\s*\\(|\\bMath\\s*\\.\\s*random\\s*\\(",
                        TidyRules::isMainCode,
                        "take the draw or a seeded RandomGenerator as argument"),
                BannedText.inCode(
                        "\\bSystem\\s*\\.\\s*(out|err)\\b",
                        TidyRules::isNotAConsole,
                        "log key=value, or print from io.interlude.local.terminal"),
                BannedText.inCode(
                        "\\bdefaultCharset\\s*\\(|\\.getBytes\\s*\\(\\s*\\)"
                                + "|\\bnew\\s+File(Reader|Writer)\\s*\\(\\s*[^,()]*\\)",
                        TidyRules::everywhere,
                        "name the charset: StandardCharsets.UTF_8"),
                BannedText.inCode(
                        "\\bsystemDefault(Zone)?\\s*\\(|\\bTimeZone\\s*\\.\\s*getDefault\\s*\\("
                                + "|\\b(LocalDate|LocalTime|LocalDateTime|ZonedDateTime|OffsetDateTime"
                                + "|Year|YearMonth)\\s*\\.\\s*now\\s*\\(\\s*\\)",
                        TidyRules::everywhere,
                        "name the zone: ZoneOffset.UTC, or the campaign's own"),
                BannedText.inCode(
                        "\\bNaN\\b|\\bisNaN\\s*\\(|::\\s*isNaN\\b",
                        file -> isMainCode(file) && !file.path().endsWith("/number/Absent.java"),
                        "ask and write an absent number with Absent, or return an OptionalDouble"),
                BannedText.inCode(
                        "\\.block(First|Last|Optional)?\\s*\\(",
                        TidyRules::isMainCode,
                        "return the Mono or Flux: nothing blocks an event-loop thread"));
    }

    /// The texts are put together from parts, so that this file does not break its own rules.
    private static List<TidyRule> placesAndMarkers() {
        String machineFolders = String.join("|", "work", "farm", "root");
        String hosts =
                String.join(
                        "|",
                        "repo\\.maven\\." + "apache\\.org",
                        "repo1\\." + "maven\\.org",
                        "registry\\." + "npmjs\\.org",
                        "deb\\." + "debian\\.org");
        return List.of(
                BannedText.anywhere(
                        "(?<![\\w.~}*-])/(" + machineFolders + ")(/|\\b(?=[\\s\"'`]|$))",
                        TidyRules::everywhere,
                        "use a path relative to the repository: this one exists on one machine"),
                BannedText.anywhere(
                        "/usr/lib" + "/jvm",
                        file -> !JDK_FINDERS.contains(file.path()),
                        "let the launcher find the JDK"),
                BannedText.anywhere(
                        hosts,
                        file -> !file.path().equals(MAVEN_WRAPPER),
                        "leave the registry to the settings of the user"),
                BannedText.anywhere(
                        "\\b(TO" + "DO|FIX" + "ME)\\b",
                        TidyRules::everywhere,
                        "do it, or write down what is missing where users look for it"));
    }

    private static boolean everywhere(TrackedFile file) {
        return !file.path().isEmpty();
    }

    private static boolean isMainCode(TrackedFile file) {
        return !file.isTest() && !isBenchmark(file);
    }

    private static boolean isTestThatIsToWait(TrackedFile file) {
        return file.isTest() && !file.name().equals("Eventually.java");
    }

    private static boolean isNotAConsole(TrackedFile file) {
        return !isBenchmark(file) && !file.path().contains("/io/interlude/local/terminal/");
    }

    private static boolean isBenchmark(TrackedFile file) {
        return file.path().contains("/io/interlude/benchmark/");
    }
}
