package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The example of the guide to conversions: one ad, clicked once, and five pixels of it, of which
/// one counts.
final class ConvertedAd {
    private static final List<String> PIXELS =
            List.of(
                    "name=page_view",
                    "name=add_to_cart",
                    "name=purchase&value=49.90&cur=EUR&orderId=A-1001",
                    "name=purchase&value=49.90&cur=EUR&orderId=A-1001",
                    "name=purchase&value=20.00&cur=EUR&orderId=A-1002");
    private static final List<String> VERDICTS =
            List.of("not_a_goal", "not_a_goal", "counted", "same_order", "repeated");

    private ConvertedAd() {}

    /// Reports them to an org of its own, and answers its management key once all are judged.
    static String reportTo(ProductProcess product) throws IOException, InterruptedException {
        Bookings booked = Bookings.make(product, "converted");
        Api management = booked.management();
        management.expect(
                201,
                "POST",
                "/v1/manage/conversion-goals",
                """
                {"id": "purchase", "name": "Purchase", "match": {"names": ["purchase"]},
                 "value": {"amount": "20.00", "currency": "EUR"}}\
                """);
        management.expect(
                201,
                "POST",
                "/v1/manage/line-items",
                """
                {"id": "boots", "campaignId": "campaign", "name": "Boots", "status": "active",
                 "price": {"model": "cpa", "amount": {"amount": "4.00", "currency": "EUR"}},
                 "conversionGoals": ["purchase"]}\
                """);
        booked.creative("boots-card", "boots");
        Api publisher = booked.publisher();
        String messageId =
                Api.JSON
                        .readTree(publisher.fetch("{\"adUnit\": \"pause\"}").body())
                        .path("messageId")
                        .asString();
        assertThat(publisher.event("click", messageId).statusCode()).isEqualTo(201);
        for (String pixel : PIXELS) {
            String query = "?key=%s&messageId=%s&%s".formatted(publisher.key(), messageId, pixel);
            assertThat(publisher.call("GET", "/v1/event" + query, "").headers().map())
                    .doesNotContainKey("x-interlude-reason");
        }
        Report.await(
                management,
                "metrics=conversions,spend",
                rows ->
                        rows.stream()
                                .anyMatch(row ->
                                        row.path("conversions").asLong() == 1
                                                && row.path("spend").asDouble() == 4));
        assertVerdicts(management, messageId);
        return management.key();
    }

    private static void assertVerdicts(Api management, String messageId)
            throws IOException, InterruptedException {
        JsonNode items =
                management
                        .expect(
                                200,
                                "GET",
                                "/v1/journal?eventType=conversion&messageId=" + messageId,
                                "")
                        .path("items");
        assertThat(items.valueStream().map(item -> item.path("verdict").asString()))
                .containsExactlyElementsOf(VERDICTS);
    }
}
