package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.waiting.Eventually;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What a buyer's agent is told of days that are over: the report's numbers, as final ones once
/// every hour of them is sealed, and not before.
class AdcpDeliveryIT {
    private static final String UNSEALED = "INTERLUDE_MANIFESTS_ENABLED";

    @TempDir private Path folder;

    @Test
    void aRowIsFinalExactlyWhenItsHoursAreSealed() throws Exception {
        // given
        Bookings booked;
        String campaignId;
        LocalDate first =
                LocalDate.ofInstant(Instant.now().minus(PastClock.BEHIND), ZoneOffset.UTC);
        try (ProductProcess past =
                ProductProcess.startOn(
                        folder,
                        Map.of(PastClock.SETTING, PastClock.class.getName(), UNSEALED, "false"))) {
            booked = Bookings.make(past, "past-seller");
            campaignId = ordered(past, booked);
            for (int i = 0; i < 2; i++) {
                booked.publisher().expect(200, "POST", "/v1/fetch/v2", "{\"adUnit\": \"pause\"}");
            }
        }
        String days =
                "{\"media_buy_ids\": [\"%s\"], \"include_package_daily_breakdown\": true, \"start_date\": \"%s\", \"end_date\": \"%s\"}";
        String over = days.formatted(campaignId, first, first.plusDays(1));

        // when, then
        try (ProductProcess product = ProductProcess.startOn(folder, Map.of(UNSEALED, "false"));
                AdcpBuyer buyer = new AdcpBuyer(product.url(), booked.management().key())) {
            Report.await(
                    Api.of(product.url(), booked.management().key()),
                    "groupBy=lineItem&metrics=fetches&from=" + first + "T00:00:00Z",
                    rows -> rows.size() == 1 && rows.getFirst().path("fetches").asLong() == 2);
            assertRow(row(buyer, over), false);
        }
        try (ProductProcess product = ProductProcess.startOn(folder, Map.of());
                AdcpBuyer buyer = new AdcpBuyer(product.url(), booked.management().key())) {
            Eventually.holds(
                    "all hours of the days are sealed",
                    () -> row(buyer, over).path("is_final").asBoolean());
            assertRow(row(buyer, over), true);
            assertThat(
                            row(buyer, days.formatted(campaignId, first, "2035-01-01"))
                                    .path("is_final")
                                    .asBoolean())
                    .isFalse();
        }
    }

    private static String ordered(ProductProcess product, Bookings booked) throws Exception {
        try (AdcpBuyer buyer = new AdcpBuyer(product.url(), booked.management().key())) {
            String campaignId =
                    AdcpPublisher.campaignOf(
                            buyer.answer("create_media_buy", order(product.url().toString())));
            var _ = new AdcpPublisher(booked.management()).letGo(campaignId);
            return campaignId;
        }
    }

    private static String order(String url) {
        return """
        {"idempotency_key": "ordered-days-ago-1", "account": {"account_id": "past-seller"},
         "brand": {"domain": "boots.example"},
         "start_time": "asap", "end_time": "2036-01-01T00:00:00Z",
         "packages": [{"product_id": "pause", "pricing_option_id": "cpm_usd", "budget": 10,
                       "bid_price": 4, "pacing": "asap", "creatives": [
           {"creative_id": "c", "name": "Boots",
            "format_id": {"agent_url": "%s/mcp", "id": "interlude_card"},
            "assets": {"title": {"asset_type": "text", "content": "Boots"},
                       "disclosure": {"asset_type": "text", "content": "Sponsored"},
                       "call_to_action": {"asset_type": "text", "content": "Go"},
                       "click_url": {"asset_type": "url", "url": "https://shop.example.com/"}}}]}]}\
        """
                .formatted(url);
    }

    private static JsonNode row(AdcpBuyer buyer, String asked) {
        return buyer.answer("get_media_buy_delivery", asked)
                .path("media_buy_deliveries")
                .path(0)
                .path("by_package")
                .path(0);
    }

    private static void assertRow(JsonNode row, boolean isFinal) {
        assertThat(row.path("impressions").asLong()).isEqualTo(2);
        assertThat(row.path("spend").decimalValue()).isEqualByComparingTo("0.008");
        assertThat(row.path("is_final").asBoolean()).isEqualTo(isFinal);
        assertThat(row.path("daily_breakdown")).isNotEmpty();
        assertThat(row.path("daily_breakdown"))
                .allSatisfy(day -> assertThat(day.path("is_final").asBoolean()).isEqualTo(isFinal));
    }
}
