package io.interlude.agent.adcp;

import java.time.Duration;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/// `get_adcp_capabilities` and `list_accounts`: what is spoken, and to whom. No specialism is
/// claimed: those that there are ask for more than is offered, such as targeting by lists of
/// properties.
record Capabilities(Seller seller) {
    private static final Duration REPLAY = Duration.ofDays(1);

    ObjectNode json() {
        ObjectNode body = Answer.object();
        ObjectNode adcp = body.putObject("adcp");
        adcp.putArray("major_versions").add(3);
        adcp.putObject("idempotency")
                .put("supported", true)
                .put("replay_ttl_seconds", REPLAY.toSeconds());
        body.putArray("supported_protocols").add("media_buy");
        ObjectNode account =
                body.putObject("account")
                        .put("require_operator_auth", true)
                        .put("required_for_products", false)
                        .put("sandbox", false);
        account.putArray("supported_billing").add("operator");
        ObjectNode mediaBuy = body.putObject("media_buy");
        mediaBuy.putArray("supported_pricing_models").add("cpm");
        mediaBuy.putObject("features")
                .put("inline_creative_management", true)
                .put("property_list_filtering", false)
                .put("catalog_management", false);
        ObjectNode portfolio = mediaBuy.putObject("portfolio");
        portfolio.putArray("publisher_domains").add(seller.domain());
        portfolio.putArray("primary_channels").add(Products.CHANNEL);
        return body;
    }

    /// The org of the key, once the key has shown that it may manage it.
    static Mono<ObjectNode> accounts(Exchange exchange) {
        return exchange.get("/v1/manage/settings")
                .map(_ -> {
                    ObjectNode body = Answer.object();
                    body.putArray("accounts").add(exchange.account());
                    body.putObject("pagination").put("has_more", false);
                    return body;
                });
    }
}
