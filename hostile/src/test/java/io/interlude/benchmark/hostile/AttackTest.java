package io.interlude.benchmark.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.benchmark.hostile.scene.HostileOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttackTest {
    @Test
    void eachHasANameOfItsOwnAndSaysWhatHolds() {
        assertThat(Attack.all())
                .extracting(Attack::name)
                .doesNotHaveDuplicates()
                .allMatch(name -> name.matches("[a-z0-9]+(-[a-z0-9]+)*"));
        assertThat(Attack.all()).extracting(Attack::holds).noneMatch(String::isBlank);
    }

    @Test
    void namesSelectByTheirParts() {
        HostileOptions options = HostileOptions.parse("--only", "registry,import-tree");

        assertThat(Attack.all())
                .extracting(Attack::name)
                .filteredOn(options::selects)
                .contains("registry-writes", "import-trees-at-once")
                .doesNotContain("unfinished-imports", "slow-journal");
    }

    @Test
    void theTableNamesWhatFellAndWhy() {
        Outcome held = outcome("quiet-one", 1, List.of());
        Outcome fell = outcome("loud-one", 1, List.of("the process ended or is not ready"));

        assertThat(Outcome.table(List.of(held, fell)))
                .contains("| quiet-one | 1,200 | alive | 3, 4 | 0 | 600 | held |")
                .contains("| loud-one | 1,200 | alive | 3, 4 | 0 | 600 | FELL |")
                .contains("FELL loud-one (nothing happens): the process ended or is not ready")
                .endsWith("2 attacks, 1 held, 1 fell" + System.lineSeparator());
    }

    @Test
    void onlyALateRunIsRepeated() {
        assertThat(outcome("a", 1, List.of("victim p99 4 ms")).onlyMadeLate()).isTrue();
        assertThat(outcome("a", 1, List.of()).onlyMadeLate()).isFalse();
        assertThat(outcome("a", 1, List.of("victim p99 4 ms", "the audit says no")).onlyMadeLate())
                .isFalse();
        assertThat(Outcome.table(List.of(outcome("a", 2, List.of())))).contains("| held, run 2 |");
    }

    private static Outcome outcome(String name, int run, List<String> faults) {
        return new Outcome(
                name, run, "nothing happens", 1_200, "{200=1200}", true, 3, 4, "0", 600, faults);
    }
}
