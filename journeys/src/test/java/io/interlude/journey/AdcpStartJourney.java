package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;

/// An org that lets the orders of buyers' agents start: what an agent orders serves without a
/// person, and what a person stops or has to approve does not.
final class AdcpStartJourney {
    private static final String SETTINGS = "/v1/manage/settings";

    private final Bookings booked;
    private final AdcpBuyer buyer;

    private AdcpStartJourney(Bookings booked, AdcpBuyer buyer) {
        this.booked = booked;
        this.buyer = buyer;
    }

    static void order(ProductProcess product) throws IOException, InterruptedException {
        Bookings booked = Bookings.make(product, "starter");
        letOrdersStart(booked.management(), "\"0\"", "");
        try (AdcpBuyer buyer = new AdcpBuyer(product.url(), booked.management().key())) {
            AdcpStartJourney journey = new AdcpStartJourney(booked, buyer);
            JsonNode confirmed = journey.startsAtOnce();
            String id = confirmed.path("media_buy_id").asString();
            journey.repeats(confirmed);
            String packageId = confirmed.path("packages").path(0).path("package_id").asString();
            journey.changes(id, packageId);
            journey.keepsAllCreativesOrNone(packageId);
            journey.buriesNoPauseOfAPerson(id, packageId);
            journey.staysAsAPersonLeftIt(id);
            journey.waitsWhereASecondPersonApproves(id);
        }
    }

    static void letOrdersStart(Api management, String tag, String more)
            throws IOException, InterruptedException {
        assertThat(
                        management
                                .put(SETTINGS, tag, "{\"agentOrders\": \"start\"" + more + '}')
                                .statusCode())
                .isEqualTo(200);
    }

    private JsonNode startsAtOnce() throws IOException, InterruptedException {
        JsonNode confirmed = buyer.answer("create_media_buy", order("starts-without-a-person"));

        assertThat(confirmed.path("status").asString()).isEqualTo("active");
        assertThat(confirmed.path("valid_actions").toString()).contains("update_budget");
        assertThat(fetched()).isEqualTo(200);
        assertThat(read(confirmed.path("media_buy_id").asString()).path("status").asString())
                .isEqualTo("active");
        return confirmed;
    }

    private void repeats(JsonNode confirmed) throws IOException, InterruptedException {
        JsonNode before = booked.management().expect(200, "GET", "/v1/manage/catalogue", "");
        JsonNode repeated = buyer.answer("create_media_buy", order("starts-without-a-person"));

        assertThat(repeated.path("replayed").asBoolean()).isTrue();
        for (String name : new String[] {"media_buy_id", "status", "confirmed_at", "packages"}) {
            assertThat(repeated.path(name)).as(name).isEqualTo(confirmed.path(name));
        }
        assertThat(booked.management().expect(200, "GET", "/v1/manage/catalogue", ""))
                .isEqualTo(before);
    }

    private void changes(String id, String packageId) throws IOException, InterruptedException {
        assertThat(changed(id, "\"paused\": true").path("status").asString()).isEqualTo("paused");
        assertThat(fetched()).isEqualTo(204);
        JsonNode resumed = changed(id, "\"paused\": false");
        assertThat(resumed.path("status").asString()).isEqualTo("active");
        assertThat(fetched()).isEqualTo(200);
        String ofPackage = "\"packages\": [{\"package_id\": \"%s\", %s}]";
        var _ = changed(id, ofPackage.formatted(packageId, "\"bid_price\": 3.5, \"budget\": 12"));
        JsonNode lineItem =
                booked.management().expect(200, "GET", "/v1/manage/line-items/" + packageId, "");
        assertThat(lineItem.path("price").path("amount").path("amount").asString())
                .isEqualTo("3.50");
        assertThat(lineItem.path("budget").path("lifetime").path("amount").asString())
                .isEqualTo("12.00");
        assertThat(
                        refused(id, ofPackage.formatted(packageId, "\"bid_price\": 0"))
                                .path("field")
                                .asString())
                .isEqualTo("packages.bid_price");
        assertThat(
                        refused(id, ofPackage.formatted(packageId, "\"impressions\": 5"))
                                .path("code")
                                .asString())
                .isEqualTo("UNSUPPORTED_FEATURE");
    }

    /// Unless the request is lenient, none is kept beside one that breaks a rule.
    private void keepsAllCreativesOrNone(String packageId)
            throws IOException, InterruptedException {
        JsonNode before = booked.management().expect(200, "GET", "/v1/manage/catalogue", "");

        JsonNode strict = synced(packageId, "strict");

        assertThat(strict.findValuesAsString("action")).containsExactly("failed", "failed");
        assertThat(strict.path(0).path("errors").path(0).path("code").asString())
                .isEqualTo("VALIDATION_ERROR");
        assertThat(strict.path(1).path("errors").path(0).path("field").asString())
                .isEqualTo("card.title");
        assertThat(booked.management().expect(200, "GET", "/v1/manage/catalogue", ""))
                .isEqualTo(before);
        JsonNode lenient = synced(packageId, "lenient");
        assertThat(lenient.findValuesAsString("action")).containsExactly("created", "failed");
        assertThat(lenient.path(0).path("status").asString()).isEqualTo("approved");
    }

    private JsonNode synced(String packageId, String mode) {
        return buyer.answer(
                        "sync_creatives",
                        """
                        {"idempotency_key": "one-that-fits-and-one-not", "account": {},
                         "validation_mode": "%s", "creatives": [%s, %s], "assignments": [
                           {"creative_id": "fits", "package_id": "%s"},
                           {"creative_id": "fits-not", "package_id": "%s"}]}\
                        """
                                .formatted(
                                        mode,
                                        creative("fits", "Boots"),
                                        creative("fits-not", "x".repeat(201)),
                                        packageId,
                                        packageId))
                .path("creatives");
    }

    /// A pause of a person's stays theirs to resume when the agent changed what is paused.
    private void buriesNoPauseOfAPerson(String id, String packageId)
            throws IOException, InterruptedException {
        String path = "/v1/manage/line-items/" + packageId;
        pausedBy("bob", path);
        String ofPackage = "\"packages\": [{\"package_id\": \"%s\", %s}]";
        var _ = changed(id, ofPackage.formatted(packageId, "\"bid_price\": 4"));

        assertThat(
                        refused(id, ofPackage.formatted(packageId, "\"paused\": false"))
                                .path("code")
                                .asString())
                .isEqualTo("INVALID_STATE");
        assertThat(fetched()).isEqualTo(204);
        JsonNode left = booked.management().expect(200, "GET", path, "");
        assertThat(
                        booked.management()
                                .put(
                                        path,
                                        '"' + left.path("version").asString() + '"',
                                        left.toString().replace("\"paused\"", "\"active\""))
                                .statusCode())
                .isEqualTo(200);
        assertThat(fetched()).isEqualTo(200);
    }

    /// What a person paused is theirs to resume, and what was canceled starts by a person only.
    private void staysAsAPersonLeftIt(String id) throws IOException, InterruptedException {
        pausedBy("ann", "/v1/manage/campaigns/" + id);

        assertThat(refused(id, "\"paused\": false").path("code").asString())
                .isEqualTo("INVALID_STATE");
        assertThat(fetched()).isEqualTo(204);
        assertThat(changed(id, "\"canceled\": true").path("status").asString())
                .isEqualTo("canceled");
        assertThat(
                        buyer.answer("create_media_buy", order("starts-without-a-person"))
                                .path("status")
                                .asString())
                .isEqualTo("submitted");
        assertThat(fetched()).isEqualTo(204);
    }

    /// An order starts, but its creatives wait for somebody who did not write them.
    private void waitsWhereASecondPersonApproves(String otherId)
            throws IOException, InterruptedException {
        letOrdersStart(booked.management(), "\"1\"", ", \"approval\": \"second_person\"");

        JsonNode waiting = buyer.answer("create_media_buy", order("creatives-wait-for-a-person"));

        assertThat(waiting.path("media_buy_id").asString()).isNotEqualTo(otherId);
        assertThat(waiting.path("status").asString()).isEqualTo("pending_creatives");
        assertThat(fetched()).isEqualTo(204);
    }

    private void pausedBy(String person, String path) throws IOException, InterruptedException {
        JsonNode active = booked.management().expect(200, "GET", path, "");
        HttpResponse<String> paused =
                asPerson(
                        person,
                        path,
                        active.path("version").asString(),
                        active.toString().replace("\"active\"", "\"paused\""));
        assertThat(paused.statusCode()).as(paused.body()).isEqualTo(200);
    }

    private HttpResponse<String> asPerson(String id, String path, String version, String body)
            throws IOException, InterruptedException {
        Api management = booked.management();
        var _ =
                management.expect(
                        201,
                        "POST",
                        "/v1/manage/users",
                        """
                        {"id": "%1$s", "email": "%1$s@x.example", "name": "%1$s", "role": "admin"}\
                        """
                                .formatted(id));
        String link =
                management
                        .expect(201, "POST", "/console/links", "{\"userId\": \"" + id + "\"}")
                        .path("path")
                        .asString()
                        .replaceFirst("/console#link=", "");
        HttpResponse<String> session =
                management.call("POST", "/console/session", "{\"link\": \"" + link + "\"}");
        return management
                .http()
                .send(
                        HttpRequest.newBuilder(management.base().resolve(path))
                                .header("Content-Type", "application/json")
                                .header("If-Match", '"' + version + '"')
                                .header(
                                        "Cookie",
                                        session.headers()
                                                .firstValue("Set-Cookie")
                                                .orElseThrow()
                                                .replaceFirst(";.*", ""))
                                .header(
                                        "X-CSRF-Token",
                                        Api.JSON
                                                .readTree(session.body())
                                                .path("csrfToken")
                                                .asString())
                                .PUT(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    private JsonNode read(String id) {
        return buyer.answer("get_media_buys", "{\"media_buy_ids\": [\"%s\"]}".formatted(id))
                .path("media_buys")
                .path(0);
    }

    private JsonNode changed(String id, String change) {
        return buyer.answer("update_media_buy", change(id, change));
    }

    private JsonNode refused(String id, String change) {
        return buyer.error("update_media_buy", change(id, change));
    }

    private static String change(String id, String change) {
        return """
        {"idempotency_key": "of-what-was-started", "account": {"account_id": "starter"},
         "media_buy_id": "%s", %s}\
        """
                .formatted(id, change);
    }

    private int fetched() throws IOException, InterruptedException {
        return booked.publisher()
                .fetch("{\"adUnit\": \"pause\", \"subscriber\": \"s\"}")
                .statusCode();
    }

    private String order(String key) {
        return """
        {"idempotency_key": "%s", "account": {"account_id": "starter"},
         "brand": {"domain": "boots.example"},
         "start_time": "asap", "end_time": "2036-01-01T00:00:00Z",
         "packages": [{"product_id": "pause", "pricing_option_id": "cpm_usd", "budget": 10,
                       "bid_price": 2, "pacing": "asap", "creatives": [%s]}]}\
        """
                .formatted(key, creative("c", "Boots"));
    }

    private String creative(String id, String title) {
        return """
        {"creative_id": "%s", "name": "Boots",
         "format_id": {"agent_url": "%s/mcp", "id": "interlude_card"},
         "assets": {"title": {"asset_type": "text", "content": "%s"},
                    "disclosure": {"asset_type": "text", "content": "Sponsored"},
                    "call_to_action": {"asset_type": "text", "content": "Go"},
                    "click_url": {"asset_type": "url", "url": "https://shop.example.com/"}}}\
        """
                .formatted(id, booked.publisher().base(), title);
    }
}
