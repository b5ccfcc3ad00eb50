package io.interlude.check.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MetricsAreDocumentedTest {
    private static final String PAGE = "docs/metrics.md";
    private static final String CODE = "web-kit/src/main/java/io/interlude/web/A.java";

    private static List<Finding> findings(String code, String page) {
        return new MetricsAreDocumented(PAGE)
                .check(Repository.of(new TrackedFile(CODE, code), new TrackedFile(PAGE, page)));
    }

    @Test
    void takesADocumentedMetric() {
        assertThat(
                        findings(
                                "Counter.builder(\"a.b\").register(registry);"
                                        + "meters.counter(\n    \"a.c\", \"tag\", \"x\");"
                                        + "stored = counter(\"a.d\");",
                                """
                                | `a.b` | counter |
                                | `a.c` | counter |
                                | `a.d` | counter |
                                """))
                .isEmpty();
    }

    @Test
    void findsAMetricWithoutARow() {
        assertThat(findings("Gauge\n  .builder(\"a.b\", x, X::y)", "| `a.c` |\n")).hasSize(2);
    }

    @Test
    void knowsOtherBuilders() {
        assertThat(findings("ServerSentEvent.builder(\"a.b\")", "")).isEmpty();
    }
}
