package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// The product as a seller of the Ad Context Protocol: what an agent of a buyer asks, orders and
/// gets, over HTTP, each answer as the protocol's schemas say.
class AdcpIT {
    @TempDir private static Path folder;

    private static ProductProcess product;
    private static Bookings booked;
    private static AdcpBuyer buyer;
    private static AdcpPublisher publisher;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        product = ProductProcess.start(folder);
        booked = Bookings.make(product, "seller");
        booked.management()
                .expect(
                        201,
                        "POST",
                        "/v1/manage/ad-units",
                        """
                        {"code": "aisle", "name": "An aisle",
                         "floor": {"amount": "1.50", "currency": "EUR"}}\
                        """);
        booked.management()
                .expect(
                        201,
                        "POST",
                        "/v1/manage/ad-units",
                        "{\"code\": \"walk\", \"name\": \"A walk\", \"formats\": [\"flow\"]}");
        buyer = new AdcpBuyer(product.url(), booked.management().key());
        publisher = new AdcpPublisher(booked.management());
    }

    @AfterAll
    static void stop() throws IOException {
        buyer.close();
        product.close();
    }

    private static String order(String key, String more) {
        return """
        {"idempotency_key": "%s", "account": {"account_id": "seller"},
         "brand": {"domain": "boots.example"},
         "start_time": "asap", "end_time": "2036-01-01T00:00:00Z", "context": {"trace": 7},
         "packages": [{"product_id": "pause", "pricing_option_id": "cpm_usd", "budget": 100.5,
                       "bid_price": 2 %s}]}\
        """
                .formatted(key, more);
    }

    private static String creative(String title) {
        return """
        {"creative_id": "Boots Card", "name": "Boots",
         "format_id": {"agent_url": "%s/mcp", "id": "interlude_card"},
         "assets": {"title": {"asset_type": "text", "content": "%s"},
                    "disclosure": {"asset_type": "text", "content": "Sponsored"},
                    "call_to_action": {"asset_type": "text", "content": "Go"},
                    "click_url": {"asset_type": "url", "url": "https://shop.example.com/"}}}\
        """
                .formatted(product.url(), title);
    }

    @Test
    void tellsWhatItSpeaksAndSells() {
        JsonNode capabilities = buyer.answer("get_adcp_capabilities", "{\"context\": {\"a\": 1}}");
        JsonNode products = buyer.answer("get_products", "{\"buying_mode\": \"wholesale\"}");
        JsonNode formats =
                buyer.answer(
                        "list_creative_formats",
                        "{\"format_ids\": [%s]}"
                                .formatted(
                                        products.path("products")
                                                .path(0)
                                                .path("format_ids")
                                                .path(0)));

        assertThat(capabilities.path("context")).hasToString("{\"a\":1}");
        assertThat(capabilities.path("supported_protocols")).hasToString("[\"media_buy\"]");
        assertThat(
                        products.path("products")
                                .valueStream()
                                .map(it -> it.path("product_id").asString()))
                .containsExactlyInAnyOrder("pause", "aisle");
        JsonNode aisle =
                products.path("products")
                        .valueStream()
                        .filter(it -> it.path("product_id").asString().equals("aisle"))
                        .findAny()
                        .orElseThrow();
        assertThat(aisle.path("pricing_options").path(0))
                .hasToString(
                        "{\"pricing_option_id\":\"cpm_eur\",\"pricing_model\":\"cpm\","
                                + "\"currency\":\"EUR\",\"floor_price\":1.5}");
        assertThat(formats.path("formats")).hasSize(1);
        assertThat(buyer.answer("list_accounts", "{}").path("accounts").path(0).path("account_id"))
                .hasToString("\"seller\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"filters\": {\"delivery_type\": \"guaranteed\"}",
                "\"filters\": {\"channels\": [\"ctv\"]}",
                "\"filters\": {\"is_fixed_price\": true}",
                "\"filters\": {\"format_ids\": [{\"agent_url\": \"https://x.example\", \"id\": \"y\"}]}",
            })
    void filtersLeaveOutWhatIsNotOffered(String filter) {
        assertThat(
                        buyer.answer(
                                        "get_products",
                                        "{\"buying_mode\": \"brief\", \"brief\": \"x\", %s}"
                                                .formatted(filter))
                                .path("products"))
                .isEmpty();
    }

    @Test
    void productsAreGivenInPagesAndLeftOutWhenRefined() {
        JsonNode first =
                buyer.answer(
                        "get_products",
                        "{\"buying_mode\": \"wholesale\", \"pagination\": {\"max_results\": 1}}");
        JsonNode narrow =
                buyer.answer(
                        "get_products",
                        "{\"buying_mode\": \"wholesale\", \"fields\": [\"product_id\", \"channels\"]}");
        JsonNode refined =
                buyer.answer(
                        "get_products",
                        """
                        {"buying_mode": "refine", "refine": [
                          {"scope": "product", "product_id": "pause", "action": "omit"},
                          {"scope": "request", "ask": "something cheaper"}]}\
                        """);

        assertThat(first.path("pagination").path("has_more").asBoolean()).isTrue();
        assertThat(narrow.path("products").path(0).has("channels")).isTrue();
        assertThat(narrow.path("products").path(0).has("forecast")).isFalse();
        assertThat(refined.path("products")).hasSize(1);
        assertThat(refined.path("refinement_applied").findValuesAsString("status"))
                .containsExactly("applied", "unable");
    }

    /// Ordered by an agent as drafts, let go by a person, served, and the same number everywhere.
    @Test
    void anOrderServesOnceAPersonLetsItGoAndItsDeliveryIsTheReports() throws Exception {
        // given
        String creative =
                ", \"pacing\": \"asap\", \"creatives\": [%s]".formatted(creative("Boots"));
        JsonNode submitted =
                buyer.answer("create_media_buy", order("serves-once-let-go", creative));
        String taskId = submitted.path("task_id").asString();
        String task = "{\"task_id\": \"%s\"}".formatted(taskId);
        assertThat(submitted.path("status").asString()).isEqualTo("submitted");
        assertThat(submitted.path("context")).hasToString("{\"trace\":7}");
        assertThat(buyer.answer("tasks_get", task).path("status").asString())
                .isEqualTo("submitted");
        assertThat(fetch().statusCode()).isEqualTo(204);
        String campaignId = AdcpPublisher.campaignOf(submitted);
        assertThat(
                        buyer.error(
                                        "get_media_buys",
                                        "{\"media_buy_ids\": [\"%s\"]}".formatted(campaignId))
                                .path("code")
                                .asString())
                .isEqualTo("MEDIA_BUY_NOT_FOUND");

        // when
        String packageId = publisher.letGo(campaignId).getFirst();

        // then
        JsonNode completed = buyer.answer("tasks_get", task);
        assertThat(completed.path("status").asString()).isEqualTo("completed");
        assertThat(completed.path("result").path("media_buy_id").asString()).isEqualTo(campaignId);
        assertThat(completed.path("result").path("packages").path(0).path("package_id").asString())
                .isEqualTo(packageId);
        assertServed(campaignId, packageId);
        assertStops(campaignId, packageId);
    }

    private static void assertServed(String campaignId, String packageId) throws Exception {
        String buy =
                "{\"media_buy_ids\": [\"%s\"], \"include_package_daily_breakdown\": true}"
                        .formatted(campaignId);
        for (int i = 0; i < 3; i++) {
            assertThat(fetch().statusCode()).isEqualTo(200);
        }
        Report.await(
                booked.management(),
                "groupBy=lineItem&metrics=fetches,spend&lineItem=" + packageId,
                rows -> rows.size() == 1 && rows.getFirst().path("fetches").asLong() == 3);
        JsonNode read = buyer.answer("get_media_buys", buy).path("media_buys").path(0);
        JsonNode delivered =
                buyer.answer("get_media_buy_delivery", buy).path("media_buy_deliveries").path(0);
        JsonNode row = delivered.path("by_package").path(0);
        assertThat(read.path("status").asString()).isEqualTo("active");
        assertThat(read.path("packages").path(0).path("creative_approvals")).hasSize(1);
        assertThat(row.path("package_id").asString()).isEqualTo(packageId);
        assertThat(row.path("impressions").asLong()).isEqualTo(3);
        assertThat(row.path("spend").decimalValue()).isEqualByComparingTo("0.006");
        assertThat(delivered.path("totals").path("impressions").asLong()).isEqualTo(3);
        assertThat(row.path("daily_breakdown").path(0).path("impressions").asLong()).isPositive();
        assertThat(row.path("is_final").asBoolean(true)).isFalse();
    }

    private static void assertStops(String campaignId, String packageId) throws Exception {
        String change =
                "{\"idempotency_key\": \"stop-what-was-let-go\", \"account\":"
                        + " {\"account_id\": \"seller\"}, \"media_buy_id\": \"%s\", %s}";
        JsonNode paused =
                buyer.answer("update_media_buy", change.formatted(campaignId, "\"paused\": true"));
        assertThat(paused.path("status").asString()).isEqualTo("paused");
        assertThat(fetch().statusCode()).isEqualTo(204);
        for (Map.Entry<String, String> refused :
                Map.of(
                                "\"paused\": false", "INVALID_STATE",
                                "\"end_time\": \"2037-01-01T00:00:00Z\"", "UNSUPPORTED_FEATURE",
                                "\"revision\": 99", "CONFLICT",
                                "\"packages\": [{\"package_id\": \"x\"}]", "PACKAGE_NOT_FOUND")
                        .entrySet()) {
            assertThat(
                            buyer.error(
                                            "update_media_buy",
                                            change.formatted(campaignId, refused.getKey()))
                                    .path("code")
                                    .asString())
                    .isEqualTo(refused.getValue());
        }
        assertThat(
                        buyer.answer(
                                        "update_media_buy",
                                        change.formatted(campaignId, "\"canceled\": true"))
                                .path("status")
                                .asString())
                .isEqualTo("canceled");
        assertThat(
                        buyer.error(
                                        "update_media_buy",
                                        change.formatted(campaignId, "\"canceled\": true"))
                                .path("code")
                                .asString())
                .isEqualTo("NOT_CANCELLABLE");
        JsonNode after =
                buyer.answer(
                                "get_media_buy_delivery",
                                "{\"media_buy_ids\": [\"%s\"]}".formatted(campaignId))
                        .path("media_buy_deliveries")
                        .path(0);
        assertThat(after.path("status").asString()).isEqualTo("canceled");
        assertThat(after.path("by_package").path(0).path("package_id").asString())
                .isEqualTo(packageId);
        assertThat(after.path("totals").path("impressions").asLong()).isEqualTo(3);
    }

    private static HttpResponse<String> fetch() throws IOException, InterruptedException {
        return booked.publisher()
                .call("POST", "/v1/fetch/v2", "{\"adUnit\": \"pause\", \"subscriber\": \"s\"}");
    }

    @Test
    void aRepeatMakesNoTwinAndAnotherOrderUnderTheKeyIsRefused() throws Exception {
        String key = "the-same-key-again";
        JsonNode first = buyer.answer("create_media_buy", order(key, ""));
        JsonNode before = publisher.catalogue();
        JsonNode repeat = buyer.answer("create_media_buy", order(key, ""));
        JsonNode other = buyer.error("create_media_buy", order(key, ", \"impressions\": 9"));

        assertThat(repeat.path("task_id")).isEqualTo(first.path("task_id"));
        assertThat(repeat.path("replayed").asBoolean()).isTrue();
        assertThat(other.path("code").asString()).isEqualTo("IDEMPOTENCY_CONFLICT");
        assertThat(publisher.catalogue()).isEqualTo(before);
    }

    @Test
    void anOrderThatAPersonTurnsDownIsRejected() throws Exception {
        JsonNode submitted = buyer.answer("create_media_buy", order("to-be-turned-down", ""));
        var _ =
                booked.management()
                        .call(
                                "DELETE",
                                "/v1/manage/campaigns/" + AdcpPublisher.campaignOf(submitted),
                                "");

        assertThat(
                        buyer.answer(
                                        "tasks_get",
                                        "{\"task_id\": %s}".formatted(submitted.path("task_id")))
                                .path("status")
                                .asString())
                .isEqualTo("rejected");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ", \"budget\": -5 | INVALID_REQUEST | packages[0].budget",
                ", \"product_id\": \"none\" | PRODUCT_NOT_FOUND | packages[0].product_id",
                ", \"pricing_option_id\": \"x\" | VALIDATION_ERROR | packages[0].pricing_option_id",
                ", \"product_id\": \"aisle\", \"pricing_option_id\": \"cpm_eur\", \"bid_price\": 1"
                        + " | VALIDATION_ERROR | packages[0].bid_price",
                ", \"measurement_terms\": {\"a\": 1} | TERMS_REJECTED | packages[0].measurement_terms",
                ", \"targeting_overlay\": {\"geo_countries\": [\"US\"]} | UNSUPPORTED_FEATURE"
                        + " | packages[0].targeting_overlay",
                ", \"end_time\": \"2020-01-01T00:00:00Z\" | INVALID_REQUEST | packages[0].end_time",
                ", \"start_time\": \"at some day of next month\" | INVALID_REQUEST"
                        + " | packages[0].start_time",
                ", \"budget\": 0 | BUDGET_TOO_LOW | packages[0].budget",
                ", \"creatives\": [{\"creative_id\": \"c\", \"name\": \"n\", \"format_id\":"
                        + " {\"agent_url\": \"https://x.example\", \"id\": \"y\"}, \"assets\": {}}]"
                        + " | CREATIVE_REJECTED | packages[0].creatives[0].format_id",
            })
    void aRefusedOrderNamesTheFieldAndLeavesNothingBehind(String more, String code, String field)
            throws Exception {
        JsonNode before = publisher.catalogue();

        JsonNode error = buyer.error("create_media_buy", order("refused-" + "x".repeat(16), more));

        assertThat(error.path("code").asString()).isEqualTo(code);
        assertThat(error.path("field").asString()).startsWith(field);
        assertThat(publisher.catalogue()).isEqualTo(before);
    }

    /// A creative that breaks a rule of cards is known to be bad only when it is made.
    @Test
    void whatWasMadeBeforeABadCreativeIsTakenBack() throws Exception {
        JsonNode before = publisher.catalogue();

        JsonNode error =
                buyer.error(
                        "create_media_buy",
                        order(
                                "a-title-that-is-too-long",
                                ", \"creatives\": [%s]".formatted(creative("x".repeat(201)))));

        assertThat(error.path("code").asString()).isEqualTo("CREATIVE_REJECTED");
        assertThat(publisher.catalogue()).isEqualTo(before);
    }

    @Test
    void creativesArePutIntoPackagesAsDrafts() throws Exception {
        String packageId =
                publisher
                        .packages(
                                AdcpPublisher.campaignOf(
                                        buyer.answer(
                                                "create_media_buy",
                                                order("creatives-come-later", ""))))
                        .getFirst();
        List<String> actions =
                IntStream.of(1, 1, 2)
                        .mapToObj(title ->
                                sync(creative("Title " + title), packageId)
                                        .path("action")
                                        .asString())
                        .toList();
        JsonNode elsewhere = sync(creative("Title"), "campaign");
        JsonNode broken = sync(creative(""), packageId);

        assertThat(actions).containsExactly("created", "unchanged", "updated");
        assertThat(elsewhere.path("action").asString()).isEqualTo("failed");
        assertThat(elsewhere.path("assignment_errors").has("campaign")).isTrue();
        assertThat(broken.path("errors").path(0).path("code").asString())
                .isEqualTo("CREATIVE_REJECTED");
        assertThat(sync(creative("Title 2"), packageId).path("status").asString())
                .isEqualTo("pending_review");
    }

    private static JsonNode sync(String creative, String packageId) {
        return buyer.answer(
                        "sync_creatives",
                        """
                        {"idempotency_key": "sync-these-creatives", "account": {"account_id": "seller"},
                         "creatives": [%s],
                         "assignments": [{"creative_id": "Boots Card", "package_id": "%s"}]}\
                        """
                                .formatted(creative, packageId))
                .path("creatives")
                .path(0);
    }

    @Test
    void knowsNothingOfOtherOrgsAndOfWhatWasNotOrdered() throws Exception {
        Bookings other = Bookings.make(product, "other-seller");
        JsonNode submitted = buyer.answer("create_media_buy", order("of-the-first-seller", ""));
        String task = "{\"task_id\": %s}".formatted(submitted.path("task_id"));
        String campaignId = AdcpPublisher.campaignOf(submitted);
        var _ = publisher.letGo(campaignId);
        try (AdcpBuyer stranger = new AdcpBuyer(product.url(), other.management().key())) {
            String ids = "{\"media_buy_ids\": [\"%s\"]}".formatted(campaignId);

            assertThat(stranger.error("tasks_get", task).path("code").asString())
                    .isEqualTo("REFERENCE_NOT_FOUND");
            assertThat(stranger.error("get_media_buy_delivery", ids).path("code").asString())
                    .isEqualTo("MEDIA_BUY_NOT_FOUND");
            assertThat(
                            stranger.error(
                                            "get_products",
                                            "{\"buying_mode\": \"wholesale\", \"account\":"
                                                    + " {\"account_id\": \"seller\"}}")
                                    .path("code")
                                    .asString())
                    .isEqualTo("ACCOUNT_NOT_FOUND");
            assertThat(
                            stranger.answer("get_media_buys", "{\"status_filter\": \"active\"}")
                                    .path("media_buys"))
                    .isEmpty();
        }
        assertThat(
                        buyer.error("get_media_buys", "{\"media_buy_ids\": [\"campaign\"]}")
                                .path("code")
                                .asString())
                .isEqualTo("MEDIA_BUY_NOT_FOUND");
        assertThat(
                        buyer.answer(
                                        "get_media_buys",
                                        "{\"status_filter\": [\"active\", \"pending_creatives\"]}")
                                .path("media_buys")
                                .findValuesAsString("media_buy_id"))
                .contains(campaignId)
                .doesNotContain("campaign");
    }

    @ParameterizedTest
    @CsvSource({
        "read, get_products",
        "read, create_media_buy",
        "read, sync_creatives",
        "fetch, get_products",
        "fetch, get_media_buy_delivery",
        "fetch, list_accounts",
    })
    void onlyAManagementKeyBuysAndReads(String kind, String task) throws Exception {
        String key =
                kind.equals("fetch")
                        ? booked.publisher().key()
                        : booked.management()
                                .expect(201, "POST", "/v1/manage/keys", "{\"kind\": \"read\"}")
                                .path("key")
                                .asString();
        String arguments =
                switch (task) {
                    case "create_media_buy" -> order("without-the-right", "");
                    case "sync_creatives" ->
                            """
                            {"idempotency_key": "without-the-right", "account": {},
                             "creatives": [%s], "assignments": [
                               {"creative_id": "Boots Card", "package_id": "x"}]}\
                            """
                                    .formatted(creative("Boots"));
                    default -> "{}";
                };
        try (AdcpBuyer unable = new AdcpBuyer(product.url(), key)) {
            JsonNode error = unable.error(task, arguments);

            assertThat(error.path("code").asString()).isEqualTo("PERMISSION_DENIED");
            assertThat(error.path("details").path("reason").asString())
                    .isEqualTo("key_not_allowed");
        }
    }

    @Test
    void theProtocolsOwnNameOfTheLookupIsTakenToo() {
        assertThat(buyer.error("tasks/get", "{\"task_id\": \"none\"}").path("code").asString())
                .isEqualTo("REFERENCE_NOT_FOUND");
    }

    @Test
    void ordersStartWhereTheOrgLetsThem() throws Exception {
        AdcpStartJourney.order(product);
    }

    @Test
    void theProtocolsStoryboardsComeOutAsExpected() throws Exception {
        AdcpStoryboards.run(product, folder.resolve("runner"));
    }
}
