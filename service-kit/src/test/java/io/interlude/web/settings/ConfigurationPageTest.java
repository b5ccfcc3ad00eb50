package io.interlude.web.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.web.boot.ErasureConfiguration;
import io.interlude.web.boot.HttpServerConfiguration;
import io.interlude.web.boot.JournalConfiguration;
import io.interlude.web.boot.KitConfiguration;
import io.interlude.web.boot.OperatorConfiguration;
import io.interlude.web.boot.ProcessConfiguration;
import io.interlude.web.boot.RemoteStateConfiguration;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Holds `docs/configuration.md` to the settings records.
class ConfigurationPageTest {
    private static final Path PAGE = Path.of("..", "docs", "configuration.md");

    static Stream<SettingsSection<?>> sections() {
        return Stream.of(
                KitConfiguration.kafkaSection(),
                KitConfiguration.signingSection(),
                JournalConfiguration.outboxSection(),
                ErasureConfiguration.erasureSection(),
                OperatorConfiguration.operatorSection(),
                ProcessConfiguration.stopSection(),
                RemoteStateConfiguration.stateSection(),
                HttpServerConfiguration.httpServerSection());
    }

    /// The table's rows under the section's heading.
    private static List<String> rows(String prefix) throws IOException {
        return Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("| `" + prefix + '.'))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("sections")
    void everyPropertyIsDocumentedWithItsDefault(SettingsSection<?> section) throws IOException {
        List<String> expected = starts(section.prefix(), section.type()).toList();

        assertThat(rows(section.prefix()))
                .zipSatisfy(expected, (row, start) -> assertThat(row).startsWith(start));
    }

    /// A record within a record has its properties under its own name.
    private static Stream<String> starts(String prefix, Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .flatMap(component -> {
                    String name = prefix + '.' + kebab(component.getName());
                    return component.getType().isRecord()
                            ? starts(name, component.getType())
                            : Stream.of(start(name, type, component));
                });
    }

    private static String start(String name, Class<?> type, RecordComponent component) {
        String[] values =
                Stream.of(type.getDeclaredConstructors()[0].getParameters())
                        .filter(parameter -> parameter.getName().equals(component.getName()))
                        .map(parameter -> parameter.getAnnotation(DefaultValue.class))
                        .flatMap(Stream::ofNullable)
                        .flatMap(annotation -> Arrays.stream(annotation.value()))
                        .toArray(String[]::new);
        String value = values.length == 0 ? "none" : '`' + String.join(",", values) + '`';
        return "| `" + name + "` | " + value + " | ";
    }

    private static String kebab(String camel) {
        return camel.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    @Test
    void spellsNamesInKebabCase() {
        assertThat(kebab("maxRequestLine")).isEqualTo("max-request-line");
    }
}
