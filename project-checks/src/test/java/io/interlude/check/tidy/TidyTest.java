package io.interlude.check.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Holds every file of the repository to every rule of `TidyRules`.
class TidyTest {

    @Test
    void repositoryIsTidy() {
        // given
        Repository repository = Repository.at(Repository.root());

        // when
        var findings =
                TidyRules.all().stream()
                        .flatMap(rule -> rule.check(repository).stream())
                        .map(Finding::toString)
                        .sorted()
                        .toList();

        // then
        assertThat(repository.contains("pom.xml")).isTrue();
        assertThat(findings).isEmpty();
    }
}
