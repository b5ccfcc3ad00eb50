package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// An org with everything that an upgrade could lose: caps at and below their limit, a budget that
/// is spent and one that is half spent, evidence of a rotation, a correction, erasures. Caps and
/// budgets are for the lifetime, so that they hold on any later day.
record KeptOrg(Api management, Api publisher) {
    private static final String METRICS =
            "metrics=requests,fills,noFills,fetches,sends,reads,clicks,uniqueClicks,conversions,"
                    + "conversionValue,spend,reach,engagements";
    private static final String CAP =
            """
            "frequencyCaps": [{"max": %d, "per": "lifetime", "scope": "%s"}], "adUnits": ["%s"],\
            """;
    private static final String BUDGET =
            """
            "budget": {"lifetime": {"amount": "%s", "currency": "USD"}}, "adUnits": ["%s"],\
            """;

    /// Books the org in a running product and brings it into its state.
    ///
    /// @return a click URL of one of its fetches
    static Kept make(URI url, String operatorToken) throws IOException, InterruptedException {
        Bookings booked = Bookings.make(Api.of(url, operatorToken), url, "kept");
        for (String adUnit : new String[] {"capped", "corrected", "half", "spent", "turns"}) {
            booked.management()
                    .expect(
                            201,
                            "POST",
                            "/v1/manage/ad-units",
                            """
                            {"id": "%s", "code": "%s", "name": "%s"}\
                            """
                                    .formatted(adUnit, adUnit, adUnit));
        }
        booked.lineItem("capped", CAP.formatted(2, "lineItem", "capped"))
                .lineItem("corrected", CAP.formatted(1, "creative", "corrected"))
                .lineItem("half", BUDGET.formatted("0.010", "half"))
                .lineItem("spent", BUDGET.formatted("0.004", "spent"))
                .lineItem("turns", "\"adUnits\": [\"turns\"],")
                .creative("turns-second", "turns");
        KeptOrg org = new KeptOrg(booked.management(), booked.publisher());
        org.reachCaps();
        org.spend();
        String clickUrl = org.engage();
        org.correct();
        return new Kept(org, clickUrl);
    }

    private void reachCaps() throws IOException, InterruptedException {
        serve("capped", "at-its-cap", 200, 200, 204);
        serve("capped", "below-its-cap", 200);
        serve("capped", "erased", 200, 200, 204);
        serve("capped", "came-back", 200, 200, 204);
        for (String erased : new String[] {"erased", "came-back"}) {
            management.expect(200, "DELETE", "/v1/manage/subscribers/" + erased, "");
        }
        serve("capped", "came-back", 200, 200, 204);
    }

    private void spend() throws IOException, InterruptedException {
        serve("half", "anybody", 200, 200, 200);
        serve("spent", "anybody", 200, 200, 204);
    }

    private String engage() throws IOException, InterruptedException {
        String clickUrl = "";
        for (int i = 0; i < 12; i++) {
            JsonNode ad = Api.JSON.readTree(fetch("turns", "reader-" + i, 200));
            String id = ad.path("messageId").asString();
            event("send", id, "");
            if (i % 2 == 0) {
                event("read", id, "");
            }
            if (i % 3 == 0) {
                event("click", id, "");
                event(
                        "conversion",
                        id,
                        ", \"eventData\": {\"value\": \"1.25\", \"cur\": \"EUR\", \"name\": \"sale\"}");
            }
            clickUrl =
                    ad.path("payload")
                            .path("actions")
                            .path(0)
                            .path("navigate")
                            .path("url")
                            .asString();
        }
        publisher.expect(
                422,
                "POST",
                "/v1/event",
                """
                {"version": 2, "eventType": "click", "fetchEventId": "native-not-a-fetch"}\
                """);
        return clickUrl;
    }

    private void correct() throws IOException, InterruptedException {
        String id =
                Api.JSON.readTree(fetch("corrected", "a-bot", 200)).path("messageId").asString();
        event("read", id, "");
        serve("corrected", "a-bot", 204);
        management.expect(
                201,
                "POST",
                "/v1/corrections",
                """
                {"filter": {"messageId": "%s"}, "reason": "a bot"}\
                """
                        .formatted(id));
    }

    private void event(String eventType, String messageId, String more)
            throws IOException, InterruptedException {
        publisher.expect(
                201,
                "POST",
                "/v1/event",
                """
                {"version": 2, "eventType": "%s", "fetchEventId": "%s"%s}\
                """
                        .formatted(eventType, messageId, more));
    }

    /// Fetches for the subscriber, each of which must be answered with its status.
    void serve(String adUnit, String subscriber, int... statuses)
            throws IOException, InterruptedException {
        for (int status : statuses) {
            fetch(adUnit, subscriber, status);
        }
    }

    private String fetch(String adUnit, String subscriber, int status)
            throws IOException, InterruptedException {
        var answer =
                publisher.fetch(
                        """
                        {"adUnit": "%s", "subscriber": "%s"}\
                        """
                                .formatted(adUnit, subscriber));
        assertThat(answer.statusCode())
                .as("%s for %s: %s", adUnit, subscriber, answer.body())
                .isEqualTo(status);
        return answer.body();
    }

    /// Everything of the org that must be the same after an upgrade, as the interface tells it.
    ///
    /// @param from instant before its events
    /// @param to instant after them
    ObjectNode observe(String from, String to) throws IOException, InterruptedException {
        String range = "from=%s&to=%s".formatted(from, to);
        ObjectNode observed = Api.JSON.createObjectNode();
        for (String query :
                new String[] {
                    "granularity=total&groupBy=lineItem,creative",
                    "granularity=day&groupBy=adUnit",
                    "granularity=total&groupBy=lineItem&corrections=exclude"
                }) {
            observed.set(
                    query,
                    management
                            .expect(
                                    200,
                                    "GET",
                                    "/v1/reports?" + query + '&' + METRICS + '&' + range,
                                    "")
                            .path("rows"));
        }
        ArrayNode journal = observed.putArray("journal");
        management
                .expect(200, "GET", "/v1/journal?limit=1000&" + range, "")
                .path("items")
                .forEach(item -> journal.add(outline(item)));
        observed.set(
                "erasures", management.expect(200, "GET", "/v1/manage/erasures", "").path("items"));
        observed.set("audit", audit(from, to));
        return observed;
    }

    private static ObjectNode outline(JsonNode item) {
        ObjectNode outline = Api.JSON.createObjectNode();
        for (String field :
                new String[] {"eventId", "eventType", "messageId", "subscriber", "verdict"}) {
            if (item.has(field)) {
                outline.set(field, item.path(field));
            }
        }
        return outline;
    }

    /// The totals of an audit, which must pass.
    private JsonNode audit(String from, String to) throws IOException, InterruptedException {
        String range = "{\"from\": \"%s\", \"to\": \"%s\"}".formatted(from, to);
        return management.run("/v1/audits", range, "passed").path("totals");
    }

    /// The org, and a click URL of one of its fetches.
    record Kept(KeptOrg org, String clickUrl) {}
}
