package io.interlude.fetch.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.conversation.AdLoad;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.fetch.harness.LineItems;
import io.interlude.fetch.harness.OneCatalogue;
import io.interlude.fetch.harness.RunningFetch;
import io.interlude.fetch.harness.RunningFetch.Answer;
import io.interlude.schema.AdFetched;
import io.interlude.schema.FrequencyScope;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What one conversation is served, however its fetches come and however late the aggregation is.
class ConversationIT {
    private static final AdLoad TWO = new AdLoad(null, null, null, 2, 0, 0);

    private final RunningFetch service = new RunningFetch();

    @AfterEach
    void close() {
        service.close();
    }

    private void booked(AdLoad load) {
        service.catalogue()
                .with(LineItems.aLineItem("li"), OneCatalogue.card("li", "k"))
                .with(load);
    }

    private static String body(String fields) {
        return "{'adUnit': 'pause', ".replace('\'', '"') + fields.replace('\'', '"') + "}";
    }

    private Answer fetch(String fields) {
        return service.post(body(fields));
    }

    private long fills(int requests, long seed, String fields) {
        SplittableRandom random = new SplittableRandom(seed);
        List<CompletableFuture<Answer>> answers = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            answers.add(service.postLater("?key=fetch", body(fields)));
            service.aggregator().apply(random.nextInt(3));
        }
        List<Integer> statuses =
                answers.stream().map(CompletableFuture::join).map(Answer::status).toList();
        assertThat(statuses).isSubsetOf(200, 204);
        return statuses.stream().filter(status -> status == 200).count();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "1; 'conversation': 'a', 'subscriber': 's'",
                "2; 'conversation': 'a', 'subscriber': 's'",
                "3; 'conversation': 'a'",
                "4; 'conversation': 'a'"
            },
            quoteCharacter = '`')
    void twoHundredFetchesOfOneConversationFillAsManyAsItsMaximum(long seed, String fields) {
        booked(TWO);

        assertThat(fills(200, seed, fields)).isEqualTo(2);
        service.aggregator().applyAll();
        assertThat(fills(20, seed, fields)).isZero();
        assertThat(fills(3, seed, fields.replace("'a'", "'b'"))).isEqualTo(2);
    }

    @Test
    void withoutAConversationNothingIsCounted() {
        booked(TWO);

        assertThat(fills(20, 7, "'subscriber': 's'")).isEqualTo(20);
        assertThat(fills(20, 7, "'turn': 3")).isEqualTo(20);
        assertThat(service.journal().of(Topics.FETCHES))
                .allSatisfy(fetched -> {
                    assertThat(fetched.getState().getConversation()).isNull();
                    assertThat(fetched.getFrequencyScopes())
                            .extracting(FrequencyScope::getScope)
                            .doesNotContain(io.interlude.schema.CapScope.conversation);
                });
    }

    @Test
    void whereNothingDependsOnConversationsNoneIsCounted() {
        service.catalogue().with(LineItems.aLineItem("li"), OneCatalogue.card("li", "k"));

        assertThat(fetch("'conversation': 'a', 'subscriber': 's'").status()).isEqualTo(200);

        AdFetched fetched = service.journal().of(Topics.FETCHES).getFirst();
        assertThat(fetched.getFrequencyScopes()).hasSize(4);
    }

    @Test
    void anAdLoadThatIsUsedUpIsAFrequencyCappedNoFill() {
        booked(TWO);
        fills(2, 1, "'conversation': 'a'");

        Answer explained = fetch("'conversation': 'a', 'test': true");

        assertThat(explained.body())
                .contains("\"reason\":\"frequency_capped\"")
                .contains("\"rule\":\"ad_load\"")
                .contains("at most 2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "'turn': 2; 204",
                "'turn': 3; 200",
                "'context': 'only a summary'; 204",
                "'context': [{'text': 'a'}, {'role': 'assistant', 'text': 'b'}, {'text': 'c'}]; 204",
                "'context': [{'text': 'a'}, {'text': 'b'}, {'text': 'c'}]; 200",
                "'context': [{'text': 'a'}], 'turn': 3; 200",
                "'context': [1]; 200",
                "'format': 'sms'; 200"
            },
            quoteCharacter = '`')
    void theFirstAdComesAfterItsTurn(String fields, int status) {
        booked(new AdLoad(2, null, null, null, 0, 0));

        assertThat(fetch(fields).status()).isEqualTo(status);
    }

    @Test
    void turnsLieBetweenTwoAds() {
        booked(new AdLoad(null, 3, null, null, 0, 0));

        assertThat(fetch("'conversation': 'a', 'turn': 4").status()).isEqualTo(200);
        assertThat(fetch("'conversation': 'a', 'turn': 7").status()).isEqualTo(204);
        assertThat(fetch("'conversation': 'b', 'turn': 7").status()).isEqualTo(200);
        assertThat(fetch("'conversation': 'a'").status()).isEqualTo(200);
        assertThat(fetch("'conversation': 'a', 'turn': 8").status()).isEqualTo(200);
    }

    @Test
    void aCapCountsALineItemInOneConversation() {
        service.catalogue()
                .with(
                        LineItems.capped("li", new FrequencyCap(2, null, CapScope.CONVERSATION)),
                        OneCatalogue.card("li", "k"));

        assertThat(fills(50, 5, "'conversation': 'a'")).isEqualTo(2);
        assertThat(fills(50, 6, "'conversation': 'a', 'subscriber': 's'")).isEqualTo(2);
        assertThat(fills(5, 7, "'subscriber': 's'")).isEqualTo(5);
    }

    @Test
    void aCapCountsAnAdvertiserOfOneSubscriber() {
        FrequencyCap cap = new FrequencyCap(3, Duration.ofDays(1), CapScope.ADVERTISER);
        service.catalogue()
                .with(LineItems.capped("a", cap), OneCatalogue.card("a", "k1"))
                .with(LineItems.capped("b", cap), OneCatalogue.card("b", "k2"));

        assertThat(fills(100, 5, "'subscriber': 's'")).isEqualTo(3);
        assertThat(fills(100, 6, "'subscriber': 't'")).isEqualTo(3);
        assertThat(fills(10, 7, "'conversation': 'a'")).isEqualTo(10);
    }

    @Test
    void whatCannotBeReadSitsOut() {
        booked(TWO);
        service.aggregator().beAway(true);

        assertThat(fetch("'conversation': 'a'").status()).isEqualTo(204);
        assertThat(fetch("'subscriber': 's'").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'conversation': 7",
                "'turn': '3'",
                "'turn': -1",
                "'turn': 2.5",
                "'turn': 1000000"
            })
    void aParameterOfAnotherTypeIsRefusedByName(String fields) {
        Answer refused = fetch(fields);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body())
                .contains("\"field\":\"" + fields.substring(1, fields.indexOf(':') - 1) + "\"");
    }

    @Test
    void aConversationHas128CharactersAtMost() {
        booked(TWO);

        assertThat(fetch("'conversation': '" + "x".repeat(128) + "'").status()).isEqualTo(200);
        Answer refused = fetch("'conversation': '" + "x".repeat(129) + "'");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body()).contains("\"field\":\"conversation\"");
    }
}
