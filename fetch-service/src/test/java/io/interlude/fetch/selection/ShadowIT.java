package io.interlude.fetch.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.fetch.harness.LineItems;
import io.interlude.fetch.harness.RunningFetch;
import io.interlude.fetch.harness.RunningFetch.Answer;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.ShadowWin;
import io.interlude.schema.topic.Topics;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What is made of a line item that takes part without being served.
class ShadowIT {
    private static final List<ShadowWin> WON =
            List.of(new ShadowWin("of-dark", "dark", 1_000L, "USD", null, null));

    private final RunningFetch service = new RunningFetch();

    @AfterEach
    void close() {
        service.close();
    }

    private void bookTheShadow() {
        service.catalogue().withAdvertiser("Zeta", LineItems.shadow("dark"));
    }

    @Test
    void itIsRecordedBesideTheWinner() {
        service.catalogue().withAdvertiser("Acme", LineItems.aLineItem("one"));
        bookTheShadow();

        Answer answer = service.post("{\"adUnit\":\"pause\",\"subscriber\":\"sam\"}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).doesNotContain("dark");
        AdFetched fetched = service.journal().of(Topics.FETCHES).getFirst();
        assertThat(fetched.getLineItemId()).isEqualTo("one");
        assertThat(fetched.getShadows()).isEqualTo(WON);
        assertThat(fetched.getCandidates()).hasSize(1);
        assertThat(fetched.getFrequencyScopes().toString()).doesNotContain("dark");
    }

    @Test
    void itIsRecordedInNoFills() {
        bookTheShadow();

        assertThat(service.post("{\"adUnit\":\"pause\"}").status()).isEqualTo(204);

        AdNotFilled notFilled = service.journal().of(Topics.NO_FILLS).getFirst();
        assertThat(notFilled.getShadows()).isEqualTo(WON);
        assertThat(notFilled.getCandidates()).isEmpty();
    }

    @Test
    void aTestFetchDoesNotListIt() {
        bookTheShadow();

        Answer explained = service.post("{\"adUnit\":\"pause\",\"test\":true}");

        assertThat(explained.body()).contains("\"disqualifications\":[]").doesNotContain("dark");
    }

    @Test
    void itTakesOnePlaceOfAFetchForSeveralAds() {
        service.catalogue().withAdvertiser("Acme", LineItems.aLineItem("one"));
        service.catalogue().withAdvertiser("Beta", LineItems.aLineItem("two"));
        bookTheShadow();

        assertThat(service.post("{\"adUnit\":\"pause\",\"count\":2}").status()).isEqualTo(200);

        assertThat(service.journal().of(Topics.FETCHES))
                .extracting(AdFetched::getShadows)
                .containsExactly(WON, null);
    }
}
