package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.json.Json;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import tools.jackson.databind.JsonNode;

/// Numbers at and around every bound are either refused before anything is kept, or the same
/// wherever they can be read again: resource, list, export, import, history, fetch, journal,
/// decision and audit.
final class NumbersJourney {
    private static final long SEED = 19;

    /// As JSON spells them.
    private static final List<String> ACCEPTED =
            List.of(
                    "0",
                    "-0",
                    "1e2",
                    "0.10",
                    "1e-7",
                    "1e200",
                    "-1.5E-300",
                    "1.7976931348623157e308",
                    "5e-324",
                    "9223372036854775808",
                    "0.30000000000000004",
                    "1234567890123456789.012345678901234");

    private static final List<String> REFUSED =
            List.of(
                    "1e309",
                    "-1e9999",
                    "1e-400",
                    "1e99999999999",
                    "12345678901234567890123456789012345",
                    "0.1" + "0".repeat(999));

    private final Bookings booked;
    private final Map<String, String> messageIdToNumber = new HashMap<>();

    private NumbersJourney(Bookings booked) {
        this.booked = booked;
    }

    static void everyAcceptedNumberIsReadAgain(ProductProcess product) throws Exception {
        NumbersJourney journey =
                new NumbersJourney(Bookings.make(product, "numbers").lineItem("f", ""));
        journey.book();
        journey.fetch();
        journey.report();
        journey.readAgain();
        journey.convert();
        journey.booked.management().run("/v1/audits", "{}", "passed");
    }

    private static List<String> accepted() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<String> numbers = new ArrayList<>(ACCEPTED);
        for (int i = 0; i < 6; i++) {
            numbers.add(random.nextLong() + "e" + random.nextInt(-300, 280));
        }
        return numbers;
    }

    private void book() throws IOException, InterruptedException {
        List<String> numbers = accepted();
        for (int i = 0; i < numbers.size(); i++) {
            management(201, "/v1/manage/line-items", lineItem("n" + i, numbers.get(i)));
            management(201, "/v1/manage/creatives", flow("n" + i, numbers.get(i)));
        }
        for (String number : REFUSED) {
            JsonNode refusal = management(400, "/v1/manage/line-items", lineItem("no", number));
            assertThat(refusal.path("field").asString()).isEqualTo("targeting.any[0].value");
            management(400, "/v1/manage/creatives", flow("f", number));
            JsonNode checked = management(200, "/v1/manage/flows:validate", flowOf(number));
            assertThat(checked.path("violations").path(0).path("rule").asString())
                    .isEqualTo("number");
        }
        for (int i = 0; i < numbers.size(); i++) {
            String path = "/v1/manage/line-items/n" + i;
            BigDecimal number = new BigDecimal(numbers.get(i));
            assertThat(targeted(read(path))).isEqualByComparingTo(number);
            assertThat(targeted(read(path + "/history").path("items").path(0).path("resource")))
                    .isEqualByComparingTo(number);
        }
        assertThat(read("/v1/manage/line-items?limit=200").path("items"))
                .hasSize(numbers.size() + 1);
        assertThat(read("/v1/manage/history").path("items")).isNotEmpty();
        JsonNode exported = read("/v1/manage/catalogue");
        JsonNode imported =
                booked.management()
                        .expect(
                                200,
                                "PUT",
                                "/v1/manage/catalogue?dryRun=true",
                                exported.toString());
        assertThat(imported.toString()).doesNotContain("\"n0\"", "\"n5\"");
    }

    private static BigDecimal targeted(JsonNode lineItem) {
        return lineItem.path("targeting").path("any").path(0).path("value").decimalValue();
    }

    private static String lineItem(String id, String number) {
        return """
        {"id": "%s", "campaignId": "campaign", "name": "%s", "status": "active",
         "price": {"model": "cpm", "amount": {"amount": "2.00", "currency": "USD"}},
         "pacing": "asap", "rotation": "weighted",
         "targeting": {"any": [{"attribute": "n", "op": "gte", "value": %s},
                               {"attribute": "m", "op": "exists", "value": false}]}}\
        """
                .formatted(id, id, number);
    }

    private static String flow(String lineItemId, String number) {
        return """
        {"id": "flow-%s", "lineItemId": "%s", "type": "flow", "status": "approved", "flow": %s}\
        """
                .formatted(lineItemId, lineItemId, flowOf(number));
    }

    private static String flowOf(String number) {
        return """
        {"specVersion": "1.0", "entryNodeId": "hello",
         "metadata": {"advertiserName": "Shop", "disclosureText": "Sponsored", "n": %s},
         "nodes": [{"id": "hello", "type": "message", "text": "Hello", "next": "shop"},
                   {"id": "shop", "type": "action",
                    "action": {"kind": "link_out", "label": "Go",
                               "url": "https://shop.example.com/"}}]}\
        """
                .formatted(number);
    }

    private void fetch() throws IOException, InterruptedException {
        for (String number : accepted()) {
            for (String format : List.of("\"format\": \"native\"", "\"adFormat\": \"Flow\"")) {
                JsonNode ad =
                        booked.publisher()
                                .expect(200, "POST", "/v1/fetch/v2", fetchOf(format, number));
                messageIdToNumber.put(ad.path("messageId").asString(), number);
            }
        }
        for (String number : REFUSED) {
            JsonNode refusal =
                    booked.publisher()
                            .expect(400, "POST", "/v1/fetch/v2", fetchOf("\"x\": 0", number));
            assertThat(refusal.path("field").asString()).isEqualTo("attributes.n");
        }
        var _ =
                booked.publisher()
                        .expect(200, "GET", "/v1/fetch/v2?adUnit=pause&.n=100e2147483647", "");
    }

    private static String fetchOf(String format, String number) {
        return """
        {"adUnit": "pause", %s, "attributes": {"n": %s}}\
        """
                .formatted(format, number);
    }

    private void report() throws IOException, InterruptedException {
        List<String> events = new ArrayList<>();
        for (Map.Entry<String, String> fetch : messageIdToNumber.entrySet()) {
            events.add(event(fetch.getKey(), fetch.getValue()));
        }
        String one = messageIdToNumber.keySet().iterator().next();
        for (String number : REFUSED) {
            events.add(event(one, number));
            JsonNode refusal =
                    booked.publisher().expect(422, "POST", "/v1/event", event(one, number));
            assertThat(refusal.path("reason").asString()).isEqualTo("invalid_event_data");
            assertThat(refusal.path("field").asString()).isEqualTo("eventData.n[0]");
        }
        JsonNode results =
                booked.publisher()
                        .expect(200, "POST", "/v1/events", "{\"events\": " + events + "}")
                        .path("results");
        for (int i = 0; i < events.size(); i++) {
            assertThat(results.path(i).path("status").asInt())
                    .as(events.get(i))
                    .isEqualTo(i < messageIdToNumber.size() ? 201 : 422);
        }
    }

    private static String event(String messageId, String number) {
        return """
        {"version": 2, "eventType": "read", "fetchEventId": "%s", "eventData": {"n": [%s]}}\
        """
                .formatted(messageId, number);
    }

    private void readAgain() throws IOException, InterruptedException {
        for (Map.Entry<String, String> fetch : messageIdToNumber.entrySet()) {
            BigDecimal number = new BigDecimal(fetch.getValue());
            JsonNode items = read("/v1/journal/" + fetch.getKey()).path("items");
            assertThat(items).as(fetch.getValue()).hasSize(2);
            assertThat(items.path(0).path("attributes").path("n").decimalValue())
                    .isEqualByComparingTo(number);
            assertThat(items.path(1).path("eventData").path("n").path(0).decimalValue())
                    .isEqualByComparingTo(number);
            JsonNode decision = read("/v1/journal/" + fetch.getKey() + "/decision");
            assertThat(decision.path("recomputed").path("matches").asBoolean())
                    .as(decision.toPrettyString())
                    .isTrue();
            assertThat(decision.path("attributes").path("n").decimalValue())
                    .isEqualByComparingTo(number);
        }
        assertThat(read("/v1/journal?limit=1000").path("items"))
                .hasSizeGreaterThan(2 * messageIdToNumber.size());
    }

    /// Twelve conversions of the largest value that there is: more micros than a long holds. The
    /// last is a pixel's, under a key that lets it.
    private void convert() throws IOException, InterruptedException {
        String messageId = messageIdToNumber.keySet().iterator().next();
        for (int i = 0; i < 11; i++) {
            var _ =
                    booked.publisher()
                            .expect(
                                    201,
                                    "POST",
                                    "/v1/event/offlineConversion",
                                    """
                                    {"messageId": "%s", "eventData": {"value": 999999999999, "cur": "USD"}}\
                                    """
                                            .formatted(messageId));
        }
        String pixel = "/v1/event?name=order&value=999999999999&cur=USD";
        assertThat(reason(booked.publisher().call("GET", pixel, "")))
                .contains("invalid_event_data");
        JsonNode made =
                management(
                        201,
                        "/v1/manage/keys",
                        """
                        {"kind": "fetch", "applicationId": "app", "maxConversionValue": "999999999999"}\
                        """);
        assertThat(made.path("maxConversionValue").asString()).isEqualTo("999999999999.00");
        Api trusted = booked.publisher().withKey(made.path("key").asString());
        assertThat(reason(trusted.call("GET", pixel, ""))).isEmpty();
        Report.await(
                booked.management(),
                "metrics=conversions,conversionValue",
                rows ->
                        rows.size() == 1
                                && rows.getFirst()
                                        .path("conversionValue")
                                        .asString()
                                        .equals("11999999999988.00"));
    }

    private static Optional<String> reason(HttpResponse<String> image) {
        return image.headers().firstValue("X-Interlude-Reason");
    }

    private JsonNode management(int status, String path, String body)
            throws IOException, InterruptedException {
        return booked.management().expect(status, "POST", path, body);
    }

    /// With its numbers as they are written; waits where the state is still being read.
    private JsonNode read(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = booked.management().available(path);
        assertThat(answer.statusCode()).as("%s: %s", path, answer.body()).isEqualTo(200);
        return Json.MAPPER.readTree(answer.body());
    }
}
