package io.interlude.fetch.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.fetch.harness.InMemoryJournal.Mood;
import io.interlude.fetch.harness.LineItems;
import io.interlude.fetch.harness.OneCatalogue;
import io.interlude.fetch.harness.RunningFetch;
import io.interlude.fetch.harness.RunningFetch.Answer;
import io.interlude.journal.availability.ReadinessCheck;
import io.interlude.schema.AdFetched;
import io.interlude.schema.topic.Topics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the endpoint refuses, and how it does with state that is late, away or missing.
class FetchStateIT {
    private final RunningFetch service = new RunningFetch();

    @AfterEach
    void close() {
        service.close();
    }

    private void bookCabins(FrequencyCap... caps) {
        service.catalogue()
                .with(LineItems.capped("cabins", caps), OneCatalogue.card("cabins", "lake"));
    }

    private AdFetched onlyFetch() {
        assertThat(service.journal().of(Topics.FETCHES)).hasSize(1);
        return service.journal().of(Topics.FETCHES).getFirst();
    }

    @Nested
    class Refused {
        @ParameterizedTest
        @CsvSource({
            "?adUnit=pause, 401, missing_api_key",
            "?key=nonsense, 401, invalid_api_key",
            "?key=read, 403, key_not_allowed",
            "?key=fetch&adUnit=nowhere, 404, unknown_ad_unit",
            "?key=fetch&format=html, 400, invalid_format"
        })
        void byStatusAndReason(String query, int status, String reason) {
            Answer answer = service.get(query);

            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.text("reason")).isEqualTo(reason);
            assertThat(answer.text("description")).isNotEmpty();
            assertThat(service.journal().appended()).isEmpty();
        }

        @Test
        void fieldOfTheWrongType() {
            Answer answer = service.post("{\"subscriber\": 5}");

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text("field")).isEqualTo("subscriber");
        }

        @Test
        void keyInTheBody() {
            assertThat(service.postTo("", "{\"key\": \"fetch\"}").status()).isEqualTo(401);
        }

        @Test
        void bodyOverTheLimit() {
            assertThat(service.post("{\"x\": \"" + "a".repeat(70_000) + "\"}").status())
                    .isEqualTo(413);
        }

        @Test
        void journalAwayGivesThePlaceBack() {
            service.catalogue()
                    .with(
                            LineItems.capped(
                                    "cabins", new FrequencyCap(1, null, CapScope.LINE_ITEM)),
                            OneCatalogue.card("cabins", "lake"));
            String body = "{\"adUnit\": \"pause\", \"subscriber\": \"s1\"}";
            service.journal().become(Mood.REFUSING);

            Answer refused = service.post(body);

            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.text("reason")).isEqualTo("journal_unavailable");
            service.journal().become(Mood.WORKING);
            assertThat(service.post(body).status()).isEqualTo(200);
            assertThat(service.post(body).status()).isEqualTo(204);
        }
    }

    @Test
    void nothingIsDecidedForAnOrgThatUsedUpItsShareOfTheDisk() {
        bookCabins();
        service.journal().become(Mood.USED_UP);

        Answer refused = service.post("{}");
        Answer keyed = service.get("?key=fetch", "Idempotency-Key", "k");

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.text("reason")).isEqualTo("overloaded");
        assertThat(keyed.status()).isEqualTo(503);
        assertThat(service.catalogue().written()).isEmpty();
        service.journal().become(Mood.WORKING);
        assertThat(service.get("?key=fetch", "Idempotency-Key", "k").status()).isEqualTo(200);
    }

    @Nested
    class DefaultAdUnit {
        @Test
        void isMadeOnFirstUseForAnApplication() {
            bookCabins();

            assertThat(service.post("{}").status()).isEqualTo(200);
            assertThat(service.get("?key=tag").status()).isEqualTo(200);

            assertThat(service.catalogue().written())
                    .singleElement()
                    .satisfies(adUnit -> {
                        assertThat(adUnit.getCode()).isEqualTo("default-chat");
                        assertThat(adUnit.getApplicationId()).isEqualTo("chat");
                        assertThat(adUnit.getVersion()).isEqualTo(1);
                    });
            assertThat(service.journal().of(Topics.FETCHES))
                    .allMatch(fetched -> fetched.getAdUnitCode().equals("default-chat"));
        }

        @Test
        void isTheOrgsForAManagementKey() {
            bookCabins();

            assertThat(service.get("?key=mgmt").status()).isEqualTo(200);

            assertThat(onlyFetch().getAdUnitCode()).isEqualTo("default");
            assertThat(onlyFetch().getApplicationId()).isNull();
        }
    }

    @Nested
    class State {
        @Test
        void capsHoldWhileNothingIsApplied() {
            service.catalogue()
                    .with(
                            LineItems.capped(
                                    "cabins", new FrequencyCap(2, null, CapScope.CREATIVE)),
                            OneCatalogue.card("cabins", "lake"));
            String body = "{\"adUnit\": \"pause\", \"subscriber\": \"s1\"}";

            assertThat(service.post(body).status()).isEqualTo(200);
            assertThat(service.post(body).status()).isEqualTo(200);
            assertThat(service.post(body).status()).isEqualTo(204);
            service.aggregator().applyAll();
            assertThat(service.post(body).status()).isEqualTo(204);
            assertThat(service.post(body.replace("s1", "s2")).status()).isEqualTo(200);
        }

        @Test
        void unreadableCountersHoldBackOnlyWhatIsCapped() {
            service.catalogue()
                    .with(
                            LineItems.capped(
                                    "cabins", new FrequencyCap(9, null, CapScope.LINE_ITEM)),
                            OneCatalogue.card("cabins", "lake"));
            String body = "{\"adUnit\": \"pause\", \"subscriber\": \"s1\"}";
            service.aggregator().beAway(true);

            assertThat(service.postTo("?key=fetch&debug=1", body).text("reason"))
                    .isEqualTo("frequency_capped");
            assertThat(service.post("{\"adUnit\": \"pause\"}").status()).isEqualTo(200);
            service.catalogue()
                    .with(LineItems.aLineItem("hotels"), OneCatalogue.card("hotels", "h1"));
            assertThat(service.post(body).status()).isEqualTo(200);
        }

        @Test
        void withoutItsOrgsKeysASubscriberIsWrittenNowhereAndHeldBackFromWhatIsCapped() {
            bookCabins(new FrequencyCap(9, null, CapScope.LINE_ITEM));
            String body =
                    "{\"adUnit\": \"pause\", \"subscriber\": \"" + RunningFetch.UNKNOWN + "\"}";

            assertThat(service.postTo("?key=fetch&debug=1", body).text("reason"))
                    .isEqualTo("frequency_capped");
            service.catalogue()
                    .with(LineItems.aLineItem("hotels"), OneCatalogue.card("hotels", "h1"));
            assertThat(service.post(body).status()).isEqualTo(200);

            assertThat(onlyFetch().getSubscriber()).isNull();
            assertThat(onlyFetch().toString()).doesNotContain(RunningFetch.UNKNOWN);
            assertThat(service.journal().of(Topics.NO_FILLS))
                    .allSatisfy(noFill -> assertThat(noFill.getSubscriber()).isNull());
        }

        @Test
        void isReadyOnceCountersCanBeReadAndStaysSo() {
            assertThat(service.readinessChecks().values())
                    .isNotEmpty()
                    .allMatch(ReadinessCheck::ready);

            service.aggregator().beAway(true);

            assertThat(service.readinessChecks().values()).allMatch(ReadinessCheck::ready);
        }
    }
}
