package io.interlude.fetch.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.Blocked;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgSettings;
import io.interlude.domain.catalogue.Ranking;
import io.interlude.domain.explain.AdReasons;
import io.interlude.domain.explain.Recompute;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.identity.AdvertiserId;
import io.interlude.domain.identity.ClickTokens;
import io.interlude.domain.money.Exchange;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.suitability.Suitability;
import io.interlude.fetch.harness.KnownKeys;
import io.interlude.fetch.harness.LineItems;
import io.interlude.fetch.harness.OneCatalogue;
import io.interlude.fetch.harness.RunningFetch;
import io.interlude.fetch.harness.RunningFetch.Answer;
import io.interlude.journal.decision.DecisionCodec;
import io.interlude.schema.AdFetched;
import io.interlude.schema.topic.Topics;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Ranking by value, and what an answer tells of its decision.
class ValueIT {
    private final RunningFetch service = new RunningFetch();

    @AfterEach
    void close() {
        service.close();
    }

    private void book(String id, PriceModel model, String amount, String currency) {
        Price price = new Price(model, Money.of(new BigDecimal(amount), currency));
        service.catalogue().with(LineItems.priced(id, price), OneCatalogue.card(id, id + "-ad"));
    }

    private void rank(Ranking ranking) {
        service.catalogue()
                .settings(
                        new OrgSettings(
                                new Exchange("USD", Map.of("EUR", 1.08)),
                                ranking,
                                Suitability.OPEN,
                                null,
                                Blocked.NOTHING));
    }

    private static JsonNode decision(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json().path("decision");
    }

    @Test
    void theMostValuableIsServedAndRecordedSoThatItCanBeMadeAgain() {
        book("dear", PriceModel.CPM, "50.00", "EUR");
        book("cheap", PriceModel.CPM, "1.00", "USD");
        book("clicks", PriceModel.CPC, "0.20", "USD");
        book("francs", PriceModel.CPM, "90.00", "XAF");
        rank(Ranking.BALANCED);

        for (int i = 0; i < 20; i++) {
            assertThat(service.post("{\"adUnit\": \"pause\"}").status()).isEqualTo(200);
        }

        PreparedCatalogue catalogue =
                PreparedCatalogue.compile(service.catalogue().org(KnownKeys.ORG).orElseThrow());
        assertThat(service.journal().of(Topics.FETCHES)).hasSize(20);
        for (AdFetched fetched : service.journal().of(Topics.FETCHES)) {
            assertThat(fetched.getLineItemId()).isEqualTo("dear");
            assertThat(fetched.getCandidates())
                    .filteredOn(verdict -> verdict.getLineItemId().equals("clicks"))
                    .singleElement()
                    .satisfies(verdict -> {
                        assertThat(verdict.getValue().getPrediction().getVersion()).isEqualTo(1);
                        assertThat(verdict.getValue().getValue()).isEqualTo(0.2 * 0.05);
                    });
            RecordedDecision recorded = DecisionCodec.read(fetched).orElseThrow();
            assertThat(Recompute.of(recorded, catalogue).differences()).isEmpty();
        }
    }

    @Test
    void anAdvertiserThatIsBookedIsToldById() {
        LineItem lineItem = LineItems.aLineItem("booked");
        service.catalogue().withAdvertiser("Acme", new AdvertiserId("adv-1"), lineItem);

        JsonNode told = decision(service.get("?key=fetch&adUnit=pause&include=advertiser"));

        assertThat(told.path("advertiser").toString())
                .isEqualTo("{\"id\":\"adv-1\",\"name\":\"Acme\"}");
    }

    @Test
    void anAnswerTellsWhatIsAskedFor() {
        book("clicks", PriceModel.CPC, "0.50", "EUR");
        rank(Ranking.RELEVANCE);

        JsonNode all =
                decision(
                        service.post(
                                "{\"adUnit\": \"pause\", \"include\": [\"price\","
                                        + " \"expectedValue\", \"relevance\", \"advertiser\","
                                        + " \"why\"]}"));
        assertThat(all.path("price").toString())
                .isEqualTo(
                        "{\"model\":\"cpc\",\"amount\":{\"amount\":\"0.50\",\"currency\":\"EUR\"}}");
        assertThat(all.path("expectedValue").toString())
                .isEqualTo("{\"amount\":\"0.027\",\"currency\":\"USD\"}");
        assertThat(all.path("advertiser").path("name").stringValue()).isEqualTo("Acme");
        assertThat(all.path("advertiser").has("id")).isFalse();
        assertThat(all.has("relevance")).isFalse();

        JsonNode some = decision(service.get("?key=fetch&adUnit=pause&include=price,advertiser"));
        assertThat(some.propertyNames()).containsExactlyInAnyOrder("price", "advertiser");
        assertThat(service.post("{\"adUnit\": \"pause\"}").json().has("decision")).isFalse();
        assertThat(service.journal().of(Topics.FETCHES))
                .allSatisfy(fetched ->
                        assertThat(fetched.getCandidates())
                                .allMatch(verdict -> verdict.getValue() == null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\"cost\"]", "\"price\"", "[1]", "{}"})
    void anUnknownWordIsRefusedByField(String include) {
        Answer refused =
                service.post("{\"adUnit\": \"pause\", \"include\": %s}".formatted(include));

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("reason")).isEqualTo("invalid_request");
        assertThat(refused.text("field")).isEqualTo("include");
        assertThat(service.get("?key=fetch&adUnit=pause&include=price,cost").status())
                .isEqualTo(400);
    }

    @Test
    void aTagMayAskForWhyAlone() {
        book("views", PriceModel.CPM, "2.00", "USD");

        Answer refused = service.get("?key=tag&adUnit=pause&include=why,price");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.text("reason")).isEqualTo("key_not_allowed");
        Answer why = service.get("?key=tag&adUnit=pause&include=why");
        assertThat(why.status()).isEqualTo(200);
        String url = why.json().at("/decision/whyUrl").asString();
        assertThat(url).startsWith("https://il.example/w/");
        ClickTokens tokens = ClickTokens.ofReasons(RunningFetch.SIGNING_KEYS);
        assertThat(tokens.verify(url.substring(url.lastIndexOf('/') + 1)))
                .hasValueSatisfying(token -> {
                    assertThat(token.fetchId().toString())
                            .isEqualTo(why.json().path("messageId").asString());
                    assertThat(AdReasons.ofBits(token.actionIndex()).used())
                            .containsExactly(AdReasons.Used.AD_UNIT);
                });
        assertThat(service.get("?key=mgmt&adUnit=pause&include=price").status()).isEqualTo(200);
    }
}
