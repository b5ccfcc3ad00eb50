package io.interlude.agent.adcp;

import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `tasks_get`: where an order stands. Nothing is kept of a task: it is `submitted` while the
/// campaign is a draft, `completed` once a person has let it go, and `rejected` where a person has
/// archived it instead.
record TaskLookup(MediaBuys buys) implements AdcpTool.Task {
    @Override
    public Mono<ObjectNode> answer(Exchange exchange) {
        String taskId = exchange.arguments().path("task_id").asString();
        String campaignId = OrderIds.campaignOf(taskId);
        return Mono.zip(
                        buys.read(exchange, campaignId),
                        campaignId.isEmpty()
                                ? Mono.just(Optional.<ObjectNode>empty())
                                : exchange.find(
                                        "/v1/manage/campaigns/"
                                                + campaignId
                                                + "/history?limit=500"))
                .map(read ->
                        json(
                                taskId,
                                read.getT1().orElseThrow(TaskLookup::unknown),
                                read.getT2().orElseThrow(TaskLookup::unknown)));
    }

    private static AdcpException unknown() {
        return AdcpException.of("REFERENCE_NOT_FOUND", "task_id", "There is no such task.");
    }

    private static ObjectNode json(String taskId, MediaBuy buy, ObjectNode history) {
        JsonNode changes = history.path("items");
        String status = status(buy);
        ObjectNode body =
                Answer.object()
                        .put("task_id", taskId)
                        .put("task_type", "create_media_buy")
                        .put("protocol", "media-buy")
                        .put("status", status);
        body.set("created_at", changes.path(changes.size() - 1).path("changedAt"));
        body.set("updated_at", changes.path(0).path("changedAt"));
        body.put("has_webhook", false);
        if (!status.equals("submitted")) {
            body.set("completed_at", changes.path(0).path("changedAt"));
        }
        if (status.equals("rejected")) {
            body.putObject("error")
                    .put("code", "TERMS_REJECTED")
                    .put("message", "A person at the publisher turned the order down.");
        }
        if (status.equals("completed")) {
            ObjectNode result = body.putObject("result").put("media_buy_id", buy.id());
            ArrayNode packages = result.putArray("packages");
            buy.packages().forEach(each -> packages.addObject().put("package_id", each.id()));
        }
        return body;
    }

    private static String status(MediaBuy buy) {
        if (buy.isLetGo()) {
            return "completed";
        }
        return buy.isCanceled() ? "rejected" : "submitted";
    }
}
