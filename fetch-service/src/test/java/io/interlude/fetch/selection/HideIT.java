package io.interlude.fetch.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.fetch.harness.LineItems;
import io.interlude.fetch.harness.OneCatalogue;
import io.interlude.fetch.harness.RunningFetch;
import io.interlude.fetch.harness.RunningFetch.Answer;
import io.interlude.schema.AdFetched;
import io.interlude.schema.CapScope;
import io.interlude.schema.FrequencyReading;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What a subscriber that has hidden an advertiser is served. Nothing that is booked here needs
/// counters otherwise.
class HideIT {
    private final RunningFetch service = new RunningFetch();

    @AfterEach
    void close() {
        service.close();
    }

    private Answer fetch(String subscriber) {
        return service.post("{\"adUnit\":\"pause\",\"subscriber\":\"" + subscriber + "\"}");
    }

    private void twoAdvertisers() {
        service.catalogue().withAdvertiser("ACME", LineItems.aLineItem("one"));
        service.catalogue().withAdvertiser("Acme", LineItems.aLineItem("two"));
        service.catalogue().withAdvertiser("Zeta", LineItems.aLineItem("other"));
    }

    @Test
    void theAdvertiserIsNeverServedAndOthersAre() {
        twoAdvertisers();
        service.hide("sam", "acme", RunningFetch.NOW.minusSeconds(1));

        for (int i = 0; i < 100; i++) {
            assertThat(fetch("sam").status()).isEqualTo(200);
        }

        assertThat(service.journal().of(Topics.FETCHES))
                .extracting(AdFetched::getLineItemId)
                .containsOnly("other");
        assertThat(service.journal().of(Topics.FETCHES).getFirst().getState().getCounters())
                .singleElement()
                .satisfies(counter -> {
                    assertThat(counter.getScope()).isEqualTo(CapScope.hidden);
                    assertThat(counter.getId()).isEqualTo("acme");
                });
    }

    @Test
    void otherSubscribersAreServedIt() {
        service.catalogue().withAdvertiser("Acme", LineItems.aLineItem("one"));
        service.hide("sam", "acme", RunningFetch.NOW.minusSeconds(1));

        assertThat(fetch("sam").status()).isEqualTo(204);
        assertThat(fetch("kim").status()).isEqualTo(200);
        assertThat(service.post("{\"adUnit\":\"pause\"}").status()).isEqualTo(200);
    }

    @Test
    void aTestFetchNamesTheRule() {
        service.catalogue().withAdvertiser("Acme", LineItems.aLineItem("one"));
        service.hide("sam", "acme", RunningFetch.NOW.minusSeconds(1));

        Answer explained =
                service.post("{\"adUnit\":\"pause\",\"subscriber\":\"sam\",\"test\":true}");

        assertThat(explained.body())
                .contains("\"reason\":\"no_demand\"", "\"rule\":\"hidden\"", "hidden at ");
    }

    @Test
    void itEndsAfterTheTimeThatIsSet() {
        service.catalogue().withAdvertiser("Acme", LineItems.aLineItem("one"));
        service.hide("sam", "acme", RunningFetch.NOW.minus(Duration.ofDays(90)));
        service.hide("kim", "zeta", RunningFetch.NOW);

        assertThat(fetch("sam").status()).isEqualTo(200);
    }

    @Test
    void ofCountersThatCannotBeReadNothingIsServed() {
        service.catalogue().withAdvertiser("Acme", LineItems.aLineItem("one"));
        service.aggregator().beAway(true);
        assertThat(fetch("sam").status()).isEqualTo(200);

        service.hide("kim", "zeta", RunningFetch.NOW);

        assertThat(fetch("sam").status()).isEqualTo(204);
        assertThat(service.journal().of(Topics.NO_FILLS).getFirst().getState().getFrequency())
                .isEqualTo(FrequencyReading.unreadable_hides);
    }

    @Test
    void whereNobodyHidesAnythingNoCounterIsRead() {
        service.catalogue().with(LineItems.aLineItem("li"), OneCatalogue.card("li", "k"));

        assertThat(fetch("sam").status()).isEqualTo(200);

        AdFetched fetched = service.journal().of(Topics.FETCHES).getFirst();
        assertThat(fetched.getState().getFrequency()).isEqualTo(FrequencyReading.not_read);
        assertThat(fetched.getAdvertiser()).isEqualTo("acme");
    }
}
