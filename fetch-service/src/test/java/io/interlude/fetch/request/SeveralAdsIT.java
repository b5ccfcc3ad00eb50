package io.interlude.fetch.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.conversation.AdLoad;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.fetch.harness.LineItems;
import io.interlude.fetch.harness.RunningFetch;
import io.interlude.fetch.harness.RunningFetch.Answer;
import io.interlude.schema.AdFetched;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Fetches of several ads, over HTTP.
class SeveralAdsIT {
    private final RunningFetch service = new RunningFetch();

    @AfterEach
    void close() {
        service.close();
    }

    private void bookFourOfThreeAdvertisers() {
        bookFourOfThreeAdvertisers(service);
    }

    private static void bookFourOfThreeAdvertisers(RunningFetch service) {
        service.catalogue()
                .withAdvertiser("Fernhill", LineItems.aLineItem("fern-1"))
                .withAdvertiser("FERNHILL", LineItems.aLineItem("fern-2"))
                .withAdvertiser("Lake", LineItems.aLineItem("lake"))
                .withAdvertiser(
                        "Once",
                        LineItems.capped("once", new FrequencyCap(1, null, CapScope.LINE_ITEM)));
    }

    private static List<String> messageIds(Answer answer) {
        return answer.json()
                .path("ads")
                .valueStream()
                .map(ad -> ad.path("messageId").asString())
                .toList();
    }

    private List<AdFetched> fetches() {
        return service.journal().of(Topics.FETCHES);
    }

    @Test
    void eachIsOfAnotherAdvertiserAndARecordOfItsOwn() {
        bookFourOfThreeAdvertisers();

        Answer answer =
                service.post("{\"adUnit\": \"pause\", \"subscriber\": \"ann\", \"count\": 5}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().propertyNames()).containsExactly("ads");
        assertThat(messageIds(answer)).hasSize(3).doesNotHaveDuplicates();
        assertThat(fetches())
                .extracting(AdFetched::getFetchId)
                .containsExactlyElementsOf(messageIds(answer));
        assertThat(fetches())
                .extracting(AdFetched::getLineItemId)
                .contains("lake", "once")
                .containsAnyOf("fern-1", "fern-2");
        assertThat(fetches()).allMatch(fetch -> fetch.getBilledMicros() == 1_000);
        assertThat(service.journal().of(Topics.NO_FILLS)).isEmpty();
    }

    @Test
    void capsHoldOverTheAdsOfAllFetches() {
        bookFourOfThreeAdvertisers();
        String body = "{\"adUnit\": \"pause\", \"subscriber\": \"ann\", \"count\": 4}";
        assertThat(messageIds(service.post(body))).hasSize(3);

        assertThat(messageIds(service.post(body))).hasSize(2);

        assertThat(fetches()).filteredOn(fetch -> fetch.getLineItemId().equals("once")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'conversation': 'a', 'turn': 4",
                "'conversation': 'a', 'subscriber': 'ann'"
            })
    void areOneBreakOfTheConversation(String fields) {
        bookFourOfThreeAdvertisers();
        service.catalogue().with(new AdLoad(null, 2, Duration.ofHours(1), null, 0, 0));
        String body = ("{'adUnit': 'pause', 'count': 5, " + fields + "}").replace('\'', '"');

        assertThat(messageIds(service.post(body))).hasSize(3);
        assertThat(service.post(body).status()).isEqualTo(204);

        assertThat(fetches())
                .extracting(fetch -> fetch.getState().getSameBreak())
                .containsExactly(false, true, true);
    }

    @Test
    void eachCountsForTheMaximumOfTheConversation() {
        bookFourOfThreeAdvertisers();
        service.catalogue().with(new AdLoad(null, 2, Duration.ofHours(1), 2, 0, 0));

        Answer answer =
                service.post("{\"adUnit\": \"pause\", \"conversation\": \"a\", \"count\": 5}");

        assertThat(messageIds(answer)).hasSize(2);
    }

    @Test
    void oneIsAsWithout() {
        bookFourOfThreeAdvertisers();

        JsonNode ad = service.get("?key=fetch&adUnit=pause&count=1").json();

        assertThat(ad.has("messageId")).isTrue();
        assertThat(ad.has("ads")).isFalse();
        assertThat(fetches()).hasSize(1);
    }

    @Test
    void noneIsANoFill() {
        Answer answer = service.get("?key=fetch&adUnit=pause&count=3");

        assertThat(answer.status()).isEqualTo(204);
        assertThat(service.journal().of(Topics.NO_FILLS)).hasSize(1);
    }

    @Test
    void aTestExplainsItselfBesideTheAds() {
        bookFourOfThreeAdvertisers();

        JsonNode answer = service.get("?key=fetch&adUnit=pause&count=2&test=1").json();

        assertThat(answer.path("ads")).hasSize(2);
        assertThat(answer.path("disqualifications"))
                .extracting(out -> out.path("lineItemId").stringValue())
                .as("those of four that are not among the two ads")
                .hasSize(2)
                .doesNotHaveDuplicates();
        assertThat(answer.path("ads").get(0).has("disqualifications")).isFalse();
        assertThat(fetches()).hasSize(2).allMatch(AdFetched::getTest);
    }

    @Test
    void aRepeatUnderTheSameKeyGetsTheSameAds() {
        bookFourOfThreeAdvertisers();
        String query = "?key=fetch&adUnit=pause&count=2";
        Answer first = service.get(query, "Idempotency-Key", "k");
        assertThat(messageIds(first)).hasSize(2);

        assertThat(service.get(query, "Idempotency-Key", "k")).isEqualTo(first);

        assertThat(fetches()).hasSize(2);
        assertThat(service.get("?key=fetch&adUnit=pause&count=3", "Idempotency-Key", "k").status())
                .isEqualTo(422);
    }

    /// The journal has the first ad: decided anew, it would be paid twice.
    @Test
    void aRepeatGetsWhatWasRecordedBeforeAnUnexpectedFault() {
        AtomicInteger draws = new AtomicInteger();
        try (RunningFetch failing =
                RunningFetch.drawing(() -> {
                    if (draws.incrementAndGet() == 2) {
                        throw new IllegalStateException("no seed for the second ad");
                    }
                    return draws.get();
                })) {
            bookFourOfThreeAdvertisers(failing);
            String query = "?key=fetch&adUnit=pause&count=2";

            assertThat(failing.get(query, "Idempotency-Key", "k").status()).isEqualTo(500);
            Answer repeat = failing.get(query, "Idempotency-Key", "k");

            assertThat(repeat.status()).isEqualTo(200);
            assertThat(failing.journal().of(Topics.FETCHES))
                    .extracting(AdFetched::getFetchId)
                    .containsExactlyElementsOf(messageIds(repeat));
        }
    }

    @Test
    void theCountIsAWholeNumberFromOneToFive() {
        for (String count : List.of("0", "6", "-1", "1.5", "two", "11")) {
            assertRefused(service.get("?key=fetch&adUnit=pause&count=" + count));
        }
        for (String count : List.of("0", "6", "2.5", "\"2\"", "true", "99999999999")) {
            assertRefused(service.post("{\"adUnit\": \"pause\", \"count\": " + count + "}"));
        }
    }

    private static void assertRefused(Answer answer) {
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("reason")).isEqualTo("invalid_request");
        assertThat(answer.text("field")).isEqualTo("count");
    }

    @Test
    void flowsComeOneAtATime() {
        Answer refused = service.get("?key=fetch&adUnit=pause&adFormat=Flow&count=2");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("reason")).isEqualTo("invalid_format");
    }
}
