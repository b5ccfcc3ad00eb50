package io.interlude.fetch.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.fetch.harness.LineItems;
import io.interlude.fetch.harness.RunningFetch;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.topic.Topics;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HoldoutIT {
    private static final int SUBSCRIBERS = 400;

    private final RunningFetch service = new RunningFetch();

    @AfterEach
    void close() {
        service.close();
    }

    private RunningFetch.Answer fetch(String fields) {
        return service.post(
                "{'adUnit': 'pause'".replace('\'', '"') + fields.replace('\'', '"') + "}");
    }

    private List<Integer> heldOut() {
        Predicate<Integer> served =
                number -> fetch(", 'subscriber': 's" + number + "'").status() == 200;
        return IntStream.range(0, SUBSCRIBERS).boxed().filter(served.negate()).toList();
    }

    @Test
    void aShareOfTheSubscribersIsNeverServedAndItsRecordTellsWhatItWouldHaveBeen() {
        service.catalogue().withHoldout(0.5, LineItems.aLineItem("li"));

        List<Integer> heldOut = heldOut();

        // Five standard deviations.
        assertThat(heldOut).hasSizeBetween(150, 250);
        assertThat(service.journal().of(Topics.NO_FILLS)).hasSize(heldOut.size());
        AdNotFilled notFilled = service.journal().of(Topics.NO_FILLS).getFirst();
        assertThat(notFilled.getReason()).isEqualTo("no_demand");
        assertThat(notFilled.getState().getHeldOut()).containsExactly("li");
        assertThat(notFilled.getCandidates().getFirst().getRule()).isEqualTo("held_out");
        assertThat(heldOut()).isEqualTo(heldOut);
    }

    @Test
    void aTestFetchTellsTheRule() {
        service.catalogue().withHoldout(0.5, LineItems.aLineItem("li"));
        int first = heldOut().getFirst();

        assertThat(fetch(", 'subscriber': 's" + first + "', 'test': true").body())
                .contains("\"rule\":\"held_out\"")
                .contains("not one of the share of 0.5");
    }

    @Test
    void theNextBestIsServedAndTheRecordTellsWhoseItWasNot() {
        service.catalogue()
                .withHoldout(0.5, LineItems.aLineItem("li"))
                .withHoldout(0, LineItems.aLineItem("other"));

        assertThat(heldOut()).isEmpty();
        assertThat(service.journal().of(Topics.FETCHES))
                .filteredOn(fetched -> !fetched.getState().getHeldOut().isEmpty())
                .isNotEmpty()
                .allSatisfy(fetched -> {
                    assertThat(fetched.getLineItemId()).isEqualTo("other");
                    assertThat(fetched.getState().getHeldOut()).containsExactly("li");
                });
    }

    @Test
    void withoutASubscriberNobodyIsHeldOut() {
        service.catalogue().withHoldout(0.5, LineItems.aLineItem("li"));

        assertThat(IntStream.range(0, 50).map(_ -> fetch("").status())).containsOnly(200);
    }
}
