package io.interlude.fetch.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.conversation.AdLoad;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.fetch.harness.LineItems;
import io.interlude.fetch.harness.OneCatalogue;
import io.interlude.fetch.harness.RunningFetch;
import io.interlude.fetch.harness.RunningFetch.Answer;
import io.interlude.schema.AdFetched;
import io.interlude.schema.topic.Topics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Fetches that say whether their subscriber may be known, over HTTP.
class ConsentIT {
    private final RunningFetch service = new RunningFetch();

    @AfterEach
    void close() {
        service.close();
    }

    private void book() {
        service.catalogue().with(LineItems.aLineItem("free"), OneCatalogue.card("free", "f"));
    }

    private AdFetched last() {
        return service.journal().of(Topics.FETCHES).getLast();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"subscriber\": false}",
                "{\"tcf\": \"garbled\"}",
                "{\"subscriber\": true, \"gpp\": \"garbled\"}"
            })
    void withoutItNoRecordHasTheSubscriber(String consent) {
        book();

        Answer answer =
                service.post(
                        "{\"adUnit\": \"pause\", \"subscriber\": \"ann\", \"consent\": "
                                + consent
                                + "}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(last().getSubscriber()).isNull();
        assertThat(last().getFrequencyScopes()).isEmpty();
        assertThat(last().getConsentAsked()).isTrue();
        assertThat(last().getConsentGiven()).isFalse();
        assertThat(last().toString()).doesNotContain("ann", "garbled");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"subscriber\": \"ann\", "})
    void withoutItNoRecordHasTheConversation(String subscriber) {
        book();
        service.catalogue().with(new AdLoad(2, null, null, 1, 1, 0));
        String talk = "{\"adUnit\": \"pause\", \"conversation\": \"a talk\", " + subscriber;
        String withheld = talk + "\"consent\": {\"subscriber\": false}, \"turn\": ";

        assertThat(service.post(withheld + "3}").status()).isEqualTo(200);
        assertThat(service.post(withheld + "3}").status()).isEqualTo(200);
        assertThat(service.post(withheld + "2}").status()).isEqualTo(204);

        assertThat(service.journal().of(Topics.FETCHES))
                .hasSize(2)
                .allSatisfy(fetched -> {
                    assertThat(fetched.getSubscriber()).isNull();
                    assertThat(fetched.getState().getConversation()).isNull();
                    assertThat(fetched.getFrequencyScopes()).isEmpty();
                    assertThat(fetched.toString()).doesNotContain("ann", "a talk");
                });
        // The same, given: counted.
        String given = talk + "\"consent\": {\"subscriber\": true}, \"turn\": 3}";
        assertThat(service.post(given).status()).isEqualTo(200);
        assertThat(last().getState().getConversation()).isNotNull();
        assertThat(service.post(given).status()).isEqualTo(204);
    }

    @Test
    void aConversationThatIsTooLongIsRefusedAlsoWithoutIt() {
        Answer refused =
                service.post(
                        "{\"consent\": {\"subscriber\": false}, \"conversation\": \""
                                + "x".repeat(129)
                                + "\"}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("field")).isEqualTo("conversation");
    }

    @ParameterizedTest
    @EnumSource(names = {"LINE_ITEM", "CONVERSATION"})
    void withoutItWhatHasACapSitsOut(CapScope scope) {
        service.catalogue()
                .with(
                        LineItems.capped("capped", new FrequencyCap(9, null, scope)),
                        OneCatalogue.card("capped", "c"));
        // Which holds nothing back.
        service.catalogue().with(new AdLoad(null, 5, null, 1, 1, 0));

        Answer answer =
                service.get("?key=fetch&adUnit=pause&subscriber=ann&consent.subscriber=0&test=1");

        assertThat(answer.text("reason")).isEqualTo("frequency_capped");
        assertThat(answer.json().at("/disqualifications/0/rule").asString())
                .isEqualTo("frequency_cap");
        assertThat(
                        service.get("?key=fetch&adUnit=pause&subscriber=ann&consent.subscriber=1")
                                .status())
                .isEqualTo(200);
    }

    @Test
    void withItAllIsAsEver() {
        book();

        assertThat(
                        service.post(
                                        "{\"subscriber\": \"ann\", \"consent\": {\"subscriber\": true}}")
                                .status())
                .isEqualTo(200);
        assertThat(last().getSubscriber()).isEqualTo("ann");
        assertThat(last().getConsentGiven()).isTrue();

        assertThat(service.post("{\"subscriber\": \"ann\", \"consent\": {}}").status())
                .isEqualTo(200);
        assertThat(last().getSubscriber()).isEqualTo("ann");
        assertThat(last().getConsentAsked()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true | consent",
                "[] | consent",
                "{\"subscriber\": \"true\"} | consent.subscriber",
                "{\"tcf\": 1} | consent.tcf",
                "{\"gpp\": {}} | consent.gpp"
            })
    void otherTypesAreRefused(String consent, String field) {
        Answer refused = service.post("{\"consent\": " + consent + "}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("reason")).isEqualTo("invalid_request");
        assertThat(refused.text("field")).isEqualTo(field);
    }
}
