package io.interlude.web.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.interlude.web.boot.KitConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class StraySettingsTest {
    private static final Path PAGE = Path.of("..", "docs", "configuration.md");
    private static final String SECRET = "00112233445566778899aabbccddeeff".repeat(2);

    private final Map<String, Object> variables = new HashMap<>();
    private final Map<String, Object> properties = new HashMap<>();

    private StandardEnvironment environment() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .forEach(s -> environment.getPropertySources().remove(s.getName()));
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", variables));
        environment.getPropertySources().addLast(new MapPropertySource("file", properties));
        return environment;
    }

    @Test
    void leavesTheSettingsOfOtherServicesToThem() {
        variables.put("INTERLUDE_AGGREGATE_STATE_FOLDER", "elsewhere");
        variables.put("INTERLUDE_FETCH_BASE_URL", "https://il.example");
        properties.put("interlude.manifests.former-keys[0]", "x");

        assertThat(StraySettings.violations(environment())).isEmpty();
    }

    @Test
    void leavesTheLaunchersVariablesAndWhatIsNotOurs() {
        variables.put("INTERLUDE_PORT", "8080");
        variables.put("INTERLUDE_BASE_URL", "https://il.example");
        variables.put("INTERLUDE_CLUSTER_DATA", "data/cluster");
        variables.put("INTERLUDE", "yes");
        variables.put("INTERLUDES_COLOUR", "red");
        variables.put("HOME", "here");

        assertThat(StraySettings.violations(environment())).isEmpty();
    }

    @Test
    void findsWhatIsInNoSection() {
        variables.put("INTERLUDE_KAKFA_PARTITIONS", "24");
        properties.put("interlude.colour", "red");

        assertThat(StraySettings.violations(environment()))
                .containsExactly(
                        "interlude.colour is unknown: remove it",
                        "interlude.kakfa.partitions is unknown: remove it");
    }

    @Test
    void isToldWithAllOtherViolations() {
        variables.put("INTERLUDE_KAKFA_PARTITIONS", "24");
        variables.put("INTERLUDE_KAFKA_PARTITIONS", "0");
        variables.put("INTERLUDE_KAFKA_COLOUR", "red");
        variables.put("INTERLUDE_HTTP_PORT", "99999");
        variables.put("INTERLUDE_SIGNING_SECRETS", SECRET);

        assertThatExceptionOfType(InvalidSettingsException.class)
                .isThrownBy(() ->
                        SettingsReader.strict(
                                environment(),
                                List.of(
                                        KitConfiguration.kafkaSection(),
                                        KitConfiguration.signingSection())))
                .satisfies(e ->
                        assertThat(e.violations())
                                .containsExactly(
                                        "interlude.kakfa.partitions is unknown: remove it",
                                        "interlude.kafka.partitions is not 1 to 4095: 0"));
    }

    @Test
    void knowsEverySectionAndVariableThatIsDocumented() throws IOException {
        assertThat(StraySettings.SECTIONS).containsAll(first("`interlude\\.([a-z]+)\\."));
        Set<String> known =
                Stream.concat(StraySettings.SECTIONS.stream(), StraySettings.LAUNCHER.stream())
                        .collect(Collectors.toSet());
        assertThat(known).containsAll(first("\\| `INTERLUDE_([A-Z]+)"));
    }

    private static Set<String> first(String pattern) throws IOException {
        return Pattern.compile(pattern)
                .matcher(Files.readString(PAGE))
                .results()
                .map((MatchResult found) -> found.group(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
    }
}
