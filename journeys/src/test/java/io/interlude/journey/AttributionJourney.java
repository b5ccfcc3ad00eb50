package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

/// A goal that counts one conversion of an ad, and a version by which it counts every one.
final class AttributionJourney {
    private static final String QUERY = "groupBy=conversionGoal&metrics=conversions,spend";

    private final Bookings booked;

    private AttributionJourney(Bookings booked) {
        this.booked = booked;
    }

    /// What [#isStillCounted] is to be called on after a restart.
    static AttributionJourney countByOtherRules(ProductProcess product) throws Exception {
        Bookings booked = Bookings.make(product, "attributed");
        booked.management()
                .expect(
                        201,
                        "POST",
                        "/v1/manage/conversion-goals",
                        """
                        {"id": "purchase", "name": "Purchase", "match": {"names": ["purchase"]}}\
                        """);
        booked.lineItem("li", "\"conversionGoals\": [\"purchase\"],");
        AttributionJourney journey = new AttributionJourney(booked);
        String first = journey.convertTwice();
        journey.begin();
        journey.awaitConversions(1, "");
        journey.awaitConversions(2, "&attribution=every");
        journey.convertTwice();
        journey.awaitConversions(2, "");
        journey.awaitConversions(4, "&attribution=every");
        journey.audit("{}");
        journey.audit("{\"attribution\": \"every\"}");
        journey.takeBack(first);
        return journey;
    }

    void isStillCounted() throws IOException, InterruptedException {
        awaitConversions(1, "");
        awaitConversions(2, "&attribution=every");
        convertTwice();
        awaitConversions(4, "&attribution=every");
        audit("{\"attribution\": \"every\"}");
    }

    private void begin() throws IOException, InterruptedException {
        Api management = booked.management();
        String body =
                """
                {"id": "every", "name": "Every one", "overrides": {"purchase": {"count": "every"}}}\
                """;
        management.expect(202, "POST", "/v1/attributions", body);
        management.expect(409, "POST", "/v1/attributions", body);
        management.expect(400, "GET", "/v1/reports?attribution=none", "");
        management.expect(400, "POST", "/v1/audits", "{\"attribution\": \"none\"}");
        management.ended("/v1/attributions/every", "current");
    }

    /// A click and two purchases of an ad.
    private String convertTwice() throws IOException, InterruptedException {
        Api publisher = booked.publisher();
        String messageId =
                Api.JSON
                        .readTree(publisher.fetch("{\"adUnit\": \"pause\"}").body())
                        .path("messageId")
                        .asString();
        assertThat(publisher.event("click", messageId).statusCode()).isEqualTo(201);
        for (int number = 0; number < 2; number++) {
            publisher.expect(
                    201,
                    "POST",
                    "/v1/event",
                    """
                    {"version": 2, "eventType": "conversion", "fetchEventId": "%s",
                     "eventData": {"name": "purchase", "orderId": "%s-%d"}}\
                    """
                            .formatted(messageId, messageId, number));
        }
        return messageId;
    }

    private void takeBack(String messageId) throws IOException, InterruptedException {
        booked.management()
                .expect(
                        201,
                        "POST",
                        "/v1/corrections",
                        """
                        {"eventIds": ["%s"], "reason": "bots"}\
                        """
                                .formatted(messageId));
        awaitConversions(1, "");
        awaitConversions(2, "&attribution=every");
        awaitConversions(4, "&attribution=every&corrections=exclude");
        audit("{\"attribution\": \"every\"}");
    }

    private void awaitConversions(long conversions, String more)
            throws IOException, InterruptedException {
        Report.await(
                booked.management(),
                QUERY + more,
                rows ->
                        rows.stream().mapToLong(row -> row.path("conversions").asLong()).sum()
                                == conversions);
    }

    private void audit(String body) throws IOException, InterruptedException {
        booked.management().run("/v1/audits", body, "passed");
    }
}
