package io.interlude.agent.adcp;

import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/// `get_adcp_capabilities` and `list_accounts`: what is spoken, and to whom. No specialism is
/// claimed: those that there are ask for more than is offered, such as targeting by lists of
/// properties.
final class Capabilities {
    private final ObjectNode json = AdcpTools.resource("capabilities.json");

    Capabilities(Seller seller) {
        ObjectNode portfolio = json.withObject("/media_buy/portfolio");
        portfolio.withArray("publisher_domains").add(seller.domain());
        portfolio.withArray("primary_channels").add(Products.CHANNEL);
    }

    ObjectNode json() {
        return json;
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
