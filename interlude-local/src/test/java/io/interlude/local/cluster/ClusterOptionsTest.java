package io.interlude.local.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterOptionsTest {
    @Test
    void hasTheDocumentedDefaults() {
        ClusterOptions options = ClusterOptions.parse(List.of(), Map.of());

        assertThat(options.basePort()).isEqualTo(8_180);
        assertThat(options.dataFolder()).isAbsolute().endsWithRaw(Path.of("data/cluster"));
        assertThat(options.instances()).isEqualTo(2);
        assertThat(options.brokers()).isEqualTo(3);
        assertThat(options.restart()).isTrue();
        assertThat(options.demo()).isTrue();
        assertThat(options.fresh()).isFalse();
        assertThat(options.operatorToken()).isNull();
        assertThat(options.javaOptions()).isEmpty();
    }

    @Test
    void takesEveryOption() {
        ClusterOptions options =
                ClusterOptions.parse(
                        List.of(
                                "--fresh",
                                "--no-restart",
                                "--data",
                                "elsewhere",
                                "--instances",
                                "4",
                                "--brokers",
                                "5"),
                        Map.of(
                                "INTERLUDE_CLUSTER_PORT", "9000",
                                "INTERLUDE_CLUSTER_DATA", "lost/to/the/option",
                                "INTERLUDE_DEMO", "false",
                                "INTERLUDE_OPERATOR_TOKEN", "a-token-of-16-characters",
                                "INTERLUDE_JAVA_OPTS", " -Xint  -Xshare:off "));

        assertThat(options.dataFolder()).isAbsolute().hasFileName("elsewhere");
        assertThat(options)
                .isEqualTo(
                        new ClusterOptions(
                                true,
                                options.dataFolder(),
                                9_000,
                                4,
                                5,
                                false,
                                false,
                                "a-token-of-16-characters",
                                List.of("-Xint", "-Xshare:off")));
    }

    @Test
    void printsNoToken() {
        ClusterOptions options =
                ClusterOptions.parse(
                        List.of(), Map.of("INTERLUDE_OPERATOR_TOKEN", "a-token-of-16-characters"));

        assertThat(options.toString()).doesNotContain("a-token");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "--instances 0, --instances must be 1 to 4",
                "--instances 5, --instances must be 1 to 4",
                "--instances two, Invalid value for option '--instances': 'two' is not an int.",
                "--brokers 10, --brokers must be 1 to 9",
                "--brokers, Option --brokers needs a value.",
                "--more, Unknown option --more: see ./interlude help.",
            })
    void saysWhatIsWrong(String arguments, String sentence) {
        assertThatThrownBy(() -> ClusterOptions.parse(List.of(arguments.split(" ", -1)), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void leavesRoomForAllPortsAboveTheFirst() {
        assertThatThrownBy(() ->
                        ClusterOptions.parse(List.of(), Map.of("INTERLUDE_CLUSTER_PORT", "65500")))
                .hasMessageContaining("INTERLUDE_CLUSTER_PORT must be at most 65400");
    }
}
