package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;

/// Conversations that go on while the product is killed and started again: the most ads of one are
/// as many as before.
final class ConversationJourney {
    private static final int FETCHES_AT_ONCE = 200;
    private static final String OF_A_SUBSCRIBER =
            "\"subscriber\": \"ann\", \"conversation\": \"%s\"";
    private static final String OF_NOBODY = "\"conversation\": \"%s\"";

    private final Api publisher;

    private ConversationJourney(Api publisher) {
        this.publisher = publisher;
    }

    /// Serves the first of two ads in a conversation of a subscriber and in one of nobody.
    static ConversationJourney begin(ProductProcess product)
            throws IOException, InterruptedException {
        Bookings booked = Bookings.make(product, "talking").lineItem("card", "");
        assertThat(
                        booked.management()
                                .put(
                                        "/v1/manage/settings",
                                        "\"0\"",
                                        "{\"adLoad\": {\"maxPerConversation\": 2}}")
                                .statusCode())
                .isEqualTo(200);
        ConversationJourney journey = new ConversationJourney(booked.publisher());
        assertThat(journey.status(OF_A_SUBSCRIBER, "begun")).isEqualTo(200);
        assertThat(journey.status(OF_NOBODY, "begun-too")).isEqualTo(200);
        return journey;
    }

    /// One place is left in those conversations, however many fetches come at once, and two in
    /// others.
    void talkOn() throws Exception {
        assertThat(filledOfManyAtOnce(OF_A_SUBSCRIBER, "begun")).isEqualTo(1);
        assertThat(filledOfManyAtOnce(OF_NOBODY, "begun-too")).isEqualTo(1);
        assertThat(filledOfManyAtOnce(OF_A_SUBSCRIBER, "new")).isEqualTo(2);
    }

    private long filledOfManyAtOnce(String fields, String conversation) throws Exception {
        List<Integer> statuses =
                JourneyIT.inParallel(FETCHES_AT_ONCE, _ -> status(fields, conversation));
        assertThat(statuses).containsOnly(200, 204);
        return statuses.stream().filter(status -> status == 200).count();
    }

    private int status(String fields, String conversation)
            throws IOException, InterruptedException {
        return publisher
                .fetch("{\"adUnit\": \"pause\", " + fields.formatted(conversation) + "}")
                .statusCode();
    }
}
