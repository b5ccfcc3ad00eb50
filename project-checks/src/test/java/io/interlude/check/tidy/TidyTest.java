package io.interlude.check.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Holds every file of the repository to every rule of `TidyRules`.
class TidyTest {
    private static final String MAIN = "/src/main/java/";
    private static final int MODULE_LINES_MAX = 8_000;

    private static final Repository REPOSITORY = Repository.at(Repository.root());

    @Test
    void repositoryIsTidy() {
        // when
        var findings =
                TidyRules.all().stream()
                        .flatMap(rule -> rule.check(REPOSITORY).stream())
                        .map(Finding::toString)
                        .sorted()
                        .toList();

        // then
        assertThat(REPOSITORY.contains("pom.xml")).isTrue();
        assertThat(findings).isEmpty();
    }

    @Test
    void moduleHasFewLines() {
        Map<String, Long> moduleToLines =
                REPOSITORY.files().stream()
                        .filter(file -> file.isJava() && file.path().contains(MAIN))
                        .collect(
                                Collectors.groupingBy(
                                        file -> file.path().substring(0, file.path().indexOf(MAIN)),
                                        Collectors.summingLong(
                                                file -> file.text().lines().count())));

        assertThat(moduleToLines).isNotEmpty();
        assertThat(moduleToLines)
                .allSatisfy((module, lines) ->
                        assertThat(lines).as(module).isLessThanOrEqualTo(MODULE_LINES_MAX));
    }
}
