package io.interlude.domain.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.selection.NoFillReason;
import io.interlude.domain.selection.SelectionRule;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NoFillCauseTest {
    @ParameterizedTest
    @EnumSource(SelectionRule.class)
    void causesHaveTheirKeysBack(SelectionRule rule) {
        for (NoFillReason reason : NoFillReason.values()) {
            Set<NoFillCause> causes = NoFillCause.of(reason, rule, true);
            assertThat(
                            causes.stream()
                                    .map(NoFillCause::key)
                                    .map(key -> NoFillCause.ofKey(key).orElseThrow())
                                    .collect(Collectors.toSet()))
                    .isEqualTo(causes);
        }
    }

    @ParameterizedTest
    @CsvSource({
        ", false, rule.no_candidate reason.no_demand",
        ", true, rule.no_candidate reason.no_demand undecided",
        "TARGETING, true, rule.targeting reason.no_demand undecided",
        "TARGETING, false, rule.targeting reason.no_demand",
        "PACING, true, rule.pacing reason.no_demand",
    })
    void onlyWhatMayHaveMatchedIsUndecided(SelectionRule rule, boolean cut, String keys) {
        assertThat(NoFillCause.of(NoFillReason.NO_DEMAND, rule, cut).stream().map(NoFillCause::key))
                .containsExactlyInAnyOrder(keys.split(" "));
    }

    @Test
    void otherKeysAreNone() {
        assertThat(NoFillCause.ofKey("reason.")).isEmpty();
        assertThat(NoFillCause.ofKey("rule.served")).isEmpty();
    }
}
