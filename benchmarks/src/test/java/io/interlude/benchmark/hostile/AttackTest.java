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
        Outcome held = outcome("quiet-one", List.of());
        Outcome fell = outcome("loud-one", List.of("the process ended or is not ready"));

        assertThat(Outcome.table(List.of(held, fell)))
                .contains("| quiet-one | 1,200 | alive | 3, 4 | 0 | 600 | held |")
                .contains("| loud-one | 1,200 | alive | 3, 4 | 0 | 600 | FELL |")
                .contains("FELL loud-one (nothing happens): the process ended or is not ready")
                .endsWith("2 attacks, 1 held, 1 fell" + System.lineSeparator());
    }

    private static Outcome outcome(String name, List<String> faults) {
        return new Outcome(
                name, "nothing happens", 1_200, "{200=1200}", true, 3, 4, "0", 600, faults);
    }
}
