package io.interlude.journey;

import java.io.IOException;
import java.net.URI;
import java.util.List;

/// An org of the test's own, booked through the management API.
record Bookings(Api management, Api publisher) {
    /// Makes an org with one application, one ad unit `pause`, one campaign and a fetch key.
    static Bookings make(ProductProcess product, String orgId)
            throws IOException, InterruptedException {
        return make(Api.of(product.url(), ProductProcess.OPERATOR_TOKEN), product.url(), orgId);
    }

    /// The same where fetches are served elsewhere.
    static Bookings make(Api operator, URI publisherBase, String orgId)
            throws IOException, InterruptedException {
        String key =
                operator.expect(
                                201,
                                "POST",
                                "/v1/operator/orgs",
                                """
                                {"id": "%s", "name": "Test org"}\
                                """
                                        .formatted(orgId))
                        .path("key")
                        .asString();
        Api management = operator.withKey(key);
        management.expect(
                201,
                "POST",
                "/v1/manage/applications",
                """
                {"id": "app", "name": "App"}\
                """);
        management.expect(
                201,
                "POST",
                "/v1/manage/ad-units",
                """
                {"id": "pause", "code": "pause", "name": "A pause"}\
                """);
        management.expect(
                201,
                "POST",
                "/v1/manage/campaigns",
                """
                {"id": "campaign", "name": "Campaign", "advertiserName": "Advertiser", "status": "active"}\
                """);
        String fetchKey =
                management
                        .expect(
                                201,
                                "POST",
                                "/v1/manage/keys",
                                """
                                {"kind": "fetch", "applicationId": "app"}\
                                """)
                        .path("key")
                        .asString();
        return new Bookings(management, Api.of(publisherBase, fetchKey));
    }

    /// Books an active line item with one approved card creative; `more` is further JSON, ended by
    /// a comma.
    Bookings lineItem(String id, String more) throws IOException, InterruptedException {
        return lineItem(id, more, List.of());
    }

    /// The same, for conversations about these topics; without any for all.
    Bookings lineItem(String id, String more, List<String> topics)
            throws IOException, InterruptedException {
        management.expect(
                201,
                "POST",
                "/v1/manage/line-items",
                """
                {"id": "%s", "campaignId": "campaign", "name": "%s", "status": "active", %s
                 "price": {"model": "cpm", "amount": {"amount": "2.00", "currency": "USD"}},
                 "timeZone": "UTC", "pacing": "asap", "rotation": "weighted", "context": {"topics": %s}}\
                """
                        .formatted(id, id, more, Api.JSON.writeValueAsString(topics)));
        return creative(id + "-creative", id);
    }

    Bookings creative(String id, String lineItemId) throws IOException, InterruptedException {
        management.expect(
                201,
                "POST",
                "/v1/manage/creatives",
                """
                {"id": "%s", "lineItemId": "%s", "type": "card", "status": "approved",
                 "card": {"title": "%s", "disclosure": "Sponsored",
                          "actions": [{"text": "Go", "url": "https://shop.example.com/?from={messageId}"}]}}\
                """
                        .formatted(id, lineItemId, id));
        return this;
    }
}
