package io.interlude.local.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.aggregate.boot.AggregateConfiguration;
import io.interlude.fetch.boot.FetchConfiguration;
import io.interlude.ingest.boot.IngestConfiguration;
import io.interlude.manage.boot.ManageConfiguration;
import io.interlude.report.boot.ReportConfiguration;
import io.interlude.web.boot.HttpServerConfiguration;
import io.interlude.web.boot.JournalConfiguration;
import io.interlude.web.boot.KitConfiguration;
import io.interlude.web.boot.OperatorConfiguration;
import io.interlude.web.boot.RemoteStateConfiguration;
import io.interlude.web.boot.ServiceProcess;
import io.interlude.web.settings.SettingsReader;
import io.interlude.web.settings.SettingsSection;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/// Holds `docs/configuration.md` to the settings of all services, and these to the environment.
class SettingsByEnvironmentTest {
    private static final Path PAGE = Path.of("..", "docs", "configuration.md");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `(interlude\\.[a-z0-9.-]+)` \\| (?:`([^`]*)`|none) \\|");
    private static final Map<String, Object> NEEDED =
            Map.of(
                    "INTERLUDE_SIGNING_SECRETS", "00112233445566778899aabbccddeeff".repeat(2),
                    "INTERLUDE_OPERATOR_TOKEN", "test-only-operator-token",
                    "INTERLUDE_STATE_INSTANCES", "http://127.0.0.1:8080");

    @Test
    void everySettingIsDocumentedAndNoOther() throws Exception {
        List<String> names =
                sections().stream()
                        .flatMap(section -> names(section.prefix(), section.type()))
                        .toList();

        assertThat(documented().keySet()).containsExactlyInAnyOrderElementsOf(names);
    }

    @Test
    void everyDocumentedDefaultMayBeGivenAsAVariable() throws Exception {
        Map<String, Object> variables = new HashMap<>(NEEDED);
        documented()
                .forEach((name, value) -> {
                    if (!value.isEmpty()) {
                        variables.put(name.toUpperCase(Locale.ROOT).replaceAll("[.-]", "_"), value);
                    }
                });

        SettingsReader given = read(variables);

        SettingsReader defaults = read(NEEDED);
        for (SettingsSection<?> section : sections()) {
            assertThat((Object) given.get(section.type())).isEqualTo(defaults.get(section.type()));
        }
    }

    private static SettingsReader read(Map<String, Object> variables) throws Exception {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .forEach(s -> environment.getPropertySources().remove(s.getName()));
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", variables));
        return new SettingsReader(environment, sections());
    }

    /// The page's rows: property and default, which is empty where there is none.
    private static Map<String, String> documented() throws IOException {
        Map<String, String> nameToDefault = new HashMap<>();
        Matcher row = ROW.matcher(Files.readString(PAGE));
        while (row.find()) {
            String before =
                    nameToDefault.put(row.group(1), row.group(2) == null ? "" : row.group(2));
            assertThat(before).as("documented twice: %s", row.group(1)).isNull();
        }
        return nameToDefault;
    }

    private static List<SettingsSection<?>> sections() throws Exception {
        List<SettingsSection<?>> sections = new ArrayList<>();
        List<Class<?>> seen = new ArrayList<>();
        for (Class<?> configuration :
                List.of(
                        Class.forName(
                                ServiceProcess.class.getPackageName() + ".ProcessConfiguration"),
                        KitConfiguration.class,
                        HttpServerConfiguration.class,
                        JournalConfiguration.class,
                        OperatorConfiguration.class,
                        RemoteStateConfiguration.class,
                        AggregateConfiguration.class,
                        FetchConfiguration.class,
                        IngestConfiguration.class,
                        ManageConfiguration.class,
                        ReportConfiguration.class,
                        LocalConfiguration.class)) {
            collect(configuration, seen, sections);
        }
        return sections;
    }

    private static void collect(
            Class<?> configuration, List<Class<?>> seen, List<SettingsSection<?>> sections)
            throws ReflectiveOperationException {
        if (seen.contains(configuration)) {
            return;
        }
        seen.add(configuration);
        for (Method method : configuration.getDeclaredMethods()) {
            if (method.getReturnType() == SettingsSection.class) {
                method.setAccessible(true);
                sections.add((SettingsSection<?>) method.invoke(null));
            }
        }
        Import imported = configuration.getAnnotation(Import.class);
        for (Class<?> other : imported == null ? new Class<?>[0] : imported.value()) {
            collect(other, seen, sections);
        }
    }

    private static Stream<String> names(String prefix, Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .flatMap(component -> {
                    String name = prefix + '.' + kebab(component.getName());
                    Class<?> inner = component.getType();
                    return inner.isRecord() ? names(name, inner) : Stream.of(name);
                });
    }

    private static String kebab(String camel) {
        return camel.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
