package io.interlude.domain.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.selection.CatalogueOfTwo;
import io.interlude.domain.selection.SelectionRule;
import io.interlude.domain.selection.SelectionVerdict;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HeldBackTest {
    private final HeldBack heldBack = new HeldBack();
    private final Candidate everywhere = CatalogueOfTwo.everywhere();
    private final Candidate elsewhere = CatalogueOfTwo.draftOn("elsewhere");

    private SelectionVerdict verdict(@Nullable SelectionRule rule) {
        return new SelectionVerdict(everywhere.lineItem().id(), rule, Double.NaN, Double.NaN, null);
    }

    private void add(AdFormat format, @Nullable SelectionRule rule, int times) {
        for (int i = 0; i < times; i++) {
            heldBack.add("pause", format, List.of(verdict(rule)));
        }
    }

    @Test
    void sharesAreOfTheRequestsThatItDidNotWin() {
        add(AdFormat.NATIVE, null, 5);
        add(AdFormat.NATIVE, SelectionRule.PACING, 3);
        add(AdFormat.NATIVE, SelectionRule.OUTRANKED, 6);
        heldBack.add("pause", AdFormat.NATIVE, List.of());

        assertThat(heldBack.of(everywhere))
                .containsExactly(
                        new HeldBack.Share(SelectionRule.OUTRANKED, 0.6),
                        new HeldBack.Share(SelectionRule.PACING, 0.3));
        assertThat(heldBack.requests()).isEqualTo(15);
    }

    @Test
    void aFormatThatItHasNoCreativeForHoldsItBack() {
        add(AdFormat.NATIVE, SelectionRule.TARGETING, 1);
        heldBack.add("pause", AdFormat.FLOW, List.of());

        assertThat(heldBack.of(everywhere))
                .containsExactlyInAnyOrder(
                        new HeldBack.Share(SelectionRule.TARGETING, 0.5),
                        new HeldBack.Share(SelectionRule.FORMAT, 0.5));
    }

    @Test
    void aDraftIsHeldBackByItsStatusOnItsOwnAdUnits() {
        add(AdFormat.NATIVE, SelectionRule.TARGETING, 1);

        assertThat(heldBack.of(elsewhere)).isEmpty();

        heldBack.add("elsewhere", AdFormat.NATIVE, List.of());
        assertThat(heldBack.of(elsewhere))
                .containsExactly(new HeldBack.Share(SelectionRule.STATUS, 1));
    }
}
