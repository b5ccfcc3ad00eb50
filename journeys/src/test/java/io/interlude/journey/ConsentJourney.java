package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.schema.topic.Topics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.TopicPartition;
import tools.jackson.databind.JsonNode;

/// Fetches that name a subscriber and a conversation and have no consent for them. Which pseudonyms
/// these would have had is known from a fetch with consent, afterwards: then every record of every
/// topic from before is searched for them.
final class ConsentJourney {
    private static final String ORG = "withheld";
    private static final String ANN = "ann-of-the-consent-journey";
    private static final String TALK = "talk-of-the-consent-journey";
    private static final String WHOSE =
            "\"subscriber\": \"%s\", \"conversation\": \"%s\"".formatted(ANN, TALK);
    private static final List<String> WITHHELD =
            List.of(
                    "{\"subscriber\": false}",
                    "{\"subscriber\": true, \"tcf\": \"unreadable\"}",
                    "{\"tcf\": \"CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA\"}",
                    "{\"subscriber\": true, \"gpp\": \"DBABTA~1YYN\"}");

    private final Bookings booked;
    private final ProductProcess product;

    private ConsentJourney(Bookings booked, ProductProcess product) {
        this.booked = booked;
        this.product = product;
    }

    static void withhold(ProductProcess product) throws IOException, InterruptedException {
        Bookings booked = Bookings.make(product, ORG).lineItem("open", "");
        String settings = "{\"adLoad\": {\"maxPerConversation\": 1, \"minGap\": \"PT1H\"}}";
        assertThat(booked.management().put("/v1/manage/settings", "*", settings).statusCode())
                .isEqualTo(200);
        ConsentJourney journey = new ConsentJourney(booked, product);
        for (String consent : WITHHELD) {
            journey.fetchAndSayAll(consent);
        }
        Report.await(
                booked.management(),
                "metrics=fetches,reads,uniqueClicks,conversions,hides",
                rows -> rows.size() == 1 && isCounted(rows.getFirst()));
        Map<TopicPartition, Long> ends = CanarySearch.ends(product.brokers());

        Canaries canaries = journey.pseudonyms();

        CanarySearch search = new CanarySearch(canaries);
        search.topics(product.brokers(), ends);
        assertThat(canaries.found()).isEmpty();
        search.topics(product.brokers());
        assertThat(canaries.found())
                .as("what is searched for is there")
                .containsEntry("topic ads.fetches", Set.of("subscriber", "conversation", "alone"));
    }

    private static boolean isCounted(JsonNode row) {
        return List.of("fetches", "reads", "uniqueClicks", "conversions", "hides").stream()
                .allMatch(metric -> row.path(metric).asLong() == WITHHELD.size());
    }

    private void fetchAndSayAll(String consent) throws IOException, InterruptedException {
        JsonNode ad =
                fetch(
                        "%s, \"consent\": %s, \"include\": [\"why\"], \"turn\": 3"
                                .formatted(WHOSE, consent));
        String messageId = ad.path("messageId").asString();
        for (String type : List.of("read", "conversion")) {
            assertThat(booked.publisher().event(type, messageId).statusCode()).isEqualTo(201);
        }
        URI link = URI.create(ad.at("/payload/actions/0/navigate/url").asString());
        HttpRequest click = HttpRequest.newBuilder(link).build();
        assertThat(booked.publisher().http().send(click, BodyHandlers.discarding()).statusCode())
                .isEqualTo(302);
        booked.publisher()
                .expect(
                        201,
                        "POST",
                        URI.create(ad.at("/decision/whyUrl").asString()).getPath(),
                        "{\"kind\": \"hide\"}");
    }

    private JsonNode fetch(String fields) throws IOException, InterruptedException {
        return booked.publisher()
                .expect(200, "POST", "/v1/fetch/v2", "{\"adUnit\": \"pause\", " + fields + "}");
    }

    /// What a fetch with consent writes, of the conversation with its subscriber and alone.
    private Canaries pseudonyms() throws IOException, InterruptedException {
        fetch(WHOSE + ", \"consent\": {\"subscriber\": true}");
        fetch("\"conversation\": \"" + TALK + "\"");
        Canaries canaries = new Canaries();
        canaries.secret("id", ANN);
        canaries.secret("conversationId", TALK);
        List<GenericRecord> given =
                new Journals(product)
                        .read(Topics.FETCHES).stream()
                                .filter(next -> String.valueOf(next.get("orgId")).equals(ORG))
                                .filter(next -> conversation(next).isPresent())
                                .toList();
        assertThat(given).hasSize(2);
        for (GenericRecord next : given) {
            boolean alone = next.get("subscriber") == null;
            canaries.secret(alone ? "alone" : "conversation", conversation(next).orElseThrow());
            if (!alone) {
                canaries.secret("subscriber", next.get("subscriber").toString());
            }
        }
        return canaries;
    }

    private static Optional<String> conversation(GenericRecord fetched) {
        return Optional.ofNullable((GenericRecord) fetched.get("state"))
                .map(state -> state.get("conversation"))
                .map(Object::toString);
    }
}
