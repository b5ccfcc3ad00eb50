package io.interlude.domain.selection;

import static io.interlude.domain.selection.Bookings.aLineItem;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.LineItemId;
import java.util.List;
import org.junit.jupiter.api.Test;

class HoldoutSelectionTest {
    private static final Bookings TWO =
            new Bookings()
                    .with(aLineItem("a").priority(1), "a1")
                    .with(aLineItem("b").priority(2), "b1")
                    .with(aLineItem("c").priority(1).on("elsewhere"), "c1")
                    .campaignHoldsOut(0.5);

    @Test
    void whoIsHeldOutIsServedNothingOfTheCampaignAndItsWinnerIsNoted() {
        SelectionOutcome outcome = new Requests().heldOut().explained().of(TWO);

        assertThat(outcome).isInstanceOf(SelectionOutcome.NotServed.class);
        assertThat(((SelectionOutcome.NotServed) outcome).reason())
                .isEqualTo(NoFillReason.NO_DEMAND);
        assertThat(((SelectionOutcome.NotServed) outcome).message())
                .isEqualTo("2 line items were ruled out: held_out 2.");
        assertThat(outcome.verdicts())
                .extracting(SelectionVerdict::brokenRule)
                .containsExactly(SelectionRule.HELD_OUT, SelectionRule.HELD_OUT);
        assertThat(outcome.candidates().heldOut()).isEqualTo(List.of(new LineItemId("a")));
        assertThat(outcome.disqualifications())
                .filteredOn(found -> found.rule() == SelectionRule.HELD_OUT)
                .extracting(Disqualification::lineItemId)
                .contains(new LineItemId("a"), new LineItemId("b"));
    }

    @Test
    void whoIsNotHeldOutIsServed() {
        SelectionOutcome outcome = new Requests().of(TWO);

        assertThat(outcome).isInstanceOf(SelectionOutcome.Served.class);
        assertThat(outcome.candidates().heldOut()).isEmpty();
    }

    @Test
    void withoutAHoldoutNobodyIsAsked() {
        SelectionOutcome outcome =
                new Requests().heldOut().of(new Bookings().with(aLineItem("a"), "a1"));

        assertThat(outcome).isInstanceOf(SelectionOutcome.Served.class);
    }

    @Test
    void anEarlierRuleIsToldFirst() {
        Bookings two =
                new Bookings()
                        .with(aLineItem("a"), "a1")
                        .with(aLineItem("b").flies(null, Requests.NOW), "b1")
                        .campaignHoldsOut(0.5);

        SelectionOutcome outcome = new Requests().heldOut().of(two);

        assertThat(outcome.verdicts())
                .extracting(SelectionVerdict::brokenRule)
                .containsExactly(SelectionRule.HELD_OUT, SelectionRule.FLIGHT);
        assertThat(outcome.candidates().heldOut()).isEqualTo(List.of(new LineItemId("a")));
    }
}
