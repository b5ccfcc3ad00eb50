package io.interlude.agent.adcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.agent.ApiCaller;
import io.interlude.agent.ApiClient;
import io.interlude.agent.ApiRequest;
import java.net.URLEncoder;
import java.util.Optional;
import java.util.regex.Pattern;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One call of a task. Everything is read and written by the product's own HTTP interface, with the
/// key that came with the call; refusals are [AdcpException]s.
record Exchange(ApiClient api, ApiCaller caller, ObjectNode arguments) {
    private static final int SPOKEN = 3;
    private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");

    /// True if a resource of the product can have the id.
    static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    /// Refuses what names another major version, or another account than the key's own. One that is
    /// named by brand and operator is the buyer's name for the key's own.
    void check() {
        int version = arguments.path("adcp_major_version").asInt(SPOKEN);
        if (version != SPOKEN) {
            throw AdcpException.of(
                    "VERSION_UNSUPPORTED", "adcp_major_version", "This seller speaks version 3.");
        }
        JsonNode account = arguments.path("account").path("account_id");
        if (!account.isMissingNode() && !account.asString("").equals(caller.orgId())) {
            throw AdcpException.of(
                    "ACCOUNT_NOT_FOUND",
                    "account.account_id",
                    "The key has one account: list_accounts names it.");
        }
    }

    Mono<ObjectNode> get(String target) {
        return send(ApiRequest.get(target));
    }

    Mono<ObjectNode> send(ApiRequest request) {
        return api.call(caller, request)
                .flatMap(answer ->
                        answer.isRefusal()
                                ? Mono.error(AdcpException.of(answer))
                                : Mono.just(answer.body()));
    }

    /// Empty where there is none.
    Mono<Optional<ObjectNode>> find(String target) {
        return get(target)
                .map(Optional::of)
                .onErrorResume(
                        AdcpException.class,
                        error ->
                                error.isUnknown()
                                        ? Mono.just(Optional.empty())
                                        : Mono.error(error));
    }

    /// Every resource of a section of the management interface, one page after another.
    Flux<JsonNode> list(String section) {
        String path = "/v1/manage/" + section;
        return get(path)
                .expand(page ->
                        page.has("nextCursor")
                                ? get(
                                        path
                                                + "?cursor="
                                                + encoded(page.path("nextCursor").asString()))
                                : Mono.empty())
                .concatMapIterable(page -> page.path("items"), 1);
    }

    /// The org's terms for orders.
    Mono<Terms> terms() {
        return get("/v1/manage/settings").map(Terms::of);
    }

    /// The account of the key.
    ObjectNode account() {
        return Answer.object()
                .put("account_id", caller.orgId())
                .put("name", caller.orgId())
                .put("status", "active");
    }

    /// An org's terms for orders.
    ///
    /// @param currency in which it compares line items
    /// @param start true if an order starts without a person
    /// @param secondPerson true if only a person approves creatives
    record Terms(String currency, boolean start, boolean secondPerson) {
        private static final String USUAL_CURRENCY = "USD";

        private static Terms of(ObjectNode settings) {
            return new Terms(
                    settings.path("currency").asString(USUAL_CURRENCY),
                    settings.path("agentOrders").asString("").equals("start"),
                    settings.path("approval").asString("").equals("second_person"));
        }

        /// The same for an order that waits for a person all the same.
        Terms asDraft() {
            return new Terms(currency, false, secondPerson);
        }

        String statusOfLineItems() {
            return start ? "active" : "draft";
        }

        String statusOfCreatives() {
            if (start) {
                return secondPerson ? "submitted" : "approved";
            }
            return "draft";
        }
    }
}
