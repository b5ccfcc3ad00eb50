package io.interlude.agent.adcp;

import io.interlude.agent.ApiRequest;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A campaign with its line items, as a buyer sees it. It is a media buy from when a person let it
/// go: the campaign, and at least one of its line items.
///
/// @param campaign as the management interface has it, or had it before it was archived
/// @param isCanceled whether it was archived
record MediaBuy(ObjectNode campaign, List<BookedPackage> packages, boolean isCanceled) {
    private static final String DRAFT = "draft";

    /// A line item.
    ///
    /// @param approved ids of its approved creatives
    /// @param delivery how it stands against its plan
    record BookedPackage(ObjectNode lineItem, List<String> approved, JsonNode delivery) {
        String id() {
            return lineItem.path("id").asString();
        }

        String status() {
            return lineItem.path("status").asString();
        }

        boolean isDraft() {
            return status().equals(DRAFT) || status().equals("shadow");
        }

        String currency() {
            return lineItem.path("price").path("amount").path("currency").asString();
        }

        JsonNode rate() {
            return lineItem.path("price").path("amount").path("amount");
        }

        private ObjectNode json() {
            ObjectNode json = Answer.object().put("package_id", id());
            if (lineItem.path("adUnits").has(0)) {
                json.set("product_id", lineItem.path("adUnits").path(0));
            }
            JsonNode budget = lineItem.path("budget").path("lifetime").path("amount");
            if (!budget.isMissingNode()) {
                json.put("budget", Answer.decimal(budget));
            }
            json.put("currency", currency()).put("bid_price", Answer.decimal(rate()));
            if (lineItem.path("goal").has("impressions")) {
                json.set("impressions", lineItem.path("goal").path("impressions"));
            }
            putTimes(lineItem, json);
            json.put("paused", !status().equals("active"));
            if (!approved.isEmpty()) {
                ArrayNode approvals = json.putArray("creative_approvals");
                approved.forEach(id ->
                        approvals
                                .addObject()
                                .put("creative_id", id)
                                .put("approval_status", "approved"));
            }
            json.putObject("ext").putObject("interlude").put("status", status());
            return json;
        }
    }

    /// The change of a resource to this status and nothing else.
    static ApiRequest withStatus(String section, ObjectNode resource, String status) {
        return change(section, resource.deepCopy().put("status", status));
    }

    /// The change of a resource to this content.
    static ApiRequest change(String section, ObjectNode resource) {
        return ApiRequest.put(
                section + resource.path("id").asString(),
                resource,
                resource.path("version").asLong());
    }

    String id() {
        return campaign.path("id").asString();
    }

    boolean isLetGo() {
        return !campaign.path("status").asString().equals(DRAFT)
                && (isCanceled || packages.stream().anyMatch(each -> !each.isDraft()));
    }

    /// The protocol's status of a media buy, which this must be.
    String status(Instant now) {
        List<BookedPackage> started = packages.stream().filter(each -> !each.isDraft()).toList();
        if (isCanceled) {
            return "canceled";
        }
        if (isOver(campaign, now)
                || started.stream().allMatch(each -> isOver(each.lineItem(), now))) {
            return "completed";
        }
        if (campaign.path("status").asString().equals("paused")
                || started.stream().allMatch(each -> each.status().equals("paused"))) {
            return "paused";
        }
        if (started.stream().allMatch(each -> each.approved().isEmpty())) {
            return "pending_creatives";
        }
        boolean isToStart =
                isBefore(campaign, now)
                        || started.stream().allMatch(each -> isBefore(each.lineItem(), now));
        return isToStart ? "pending_start" : "active";
    }

    private static boolean isOver(JsonNode resource, Instant now) {
        return resource.has("endAt")
                && !Instant.parse(resource.path("endAt").asString()).isAfter(now);
    }

    private static boolean isBefore(JsonNode resource, Instant now) {
        return resource.has("startAt")
                && Instant.parse(resource.path("startAt").asString()).isAfter(now);
    }

    /// Of its packages; that of the first where they differ.
    String currency() {
        return packages.stream().map(BookedPackage::currency).findFirst().orElse("USD");
    }

    /// @param isAgents whether an agent may start and change it
    ObjectNode json(Instant now, boolean isAgents) {
        ObjectNode json = Answer.object().put("media_buy_id", id()).put("status", status(now));
        json.put("currency", currency());
        json.put(
                "total_budget",
                packages.stream()
                        .filter(each -> each.currency().equals(currency()))
                        .map(each ->
                                Answer.decimal(
                                        each.lineItem()
                                                .path("budget")
                                                .path("lifetime")
                                                .path("amount")))
                        .reduce(BigDecimal.ZERO, BigDecimal::add));
        latest("endAt").ifPresent(end -> json.put("end_time", end));
        json.set("revision", campaign.path("version"));
        json.set("updated_at", campaign.path("updatedAt"));
        json.set("valid_actions", actions(now, isAgents));
        ArrayNode array = json.putArray("packages");
        packages.forEach(each -> array.add(each.json()));
        return json;
    }

    private Optional<String> latest(String field) {
        return packages.stream()
                .map(each -> each.lineItem().path(field).asString(""))
                .filter(text -> !text.isEmpty())
                .max(Comparator.comparing(Instant::parse));
    }

    /// What a buyer may do: what stops, what a person looks at first, and the rest where an agent
    /// may.
    ArrayNode actions(Instant now, boolean isAgents) {
        ArrayNode actions = Answer.object().putArray("valid_actions");
        String status = status(now);
        if (status.equals("completed") || status.equals("canceled")) {
            return actions;
        }
        boolean isPaused = status.equals("paused");
        if (!isPaused) {
            actions.add("pause");
        } else if (isAgents) {
            actions.add("resume");
        }
        actions.add("cancel").add("sync_creatives");
        return isAgents ? actions.add("update_budget").add("update_packages") : actions;
    }

    /// As the answer to its order, once it is started.
    ObjectNode confirmation(Instant now) {
        ObjectNode json = Answer.object().put("media_buy_id", id()).put("status", status(now));
        json.set("confirmed_at", campaign.path("updatedAt"));
        json.set("revision", campaign.path("version"));
        json.set("valid_actions", actions(now, true));
        ArrayNode array = json.putArray("packages");
        packages.forEach(each -> array.add(each.json()));
        return json;
    }

    private static void putTimes(ObjectNode lineItem, ObjectNode json) {
        if (lineItem.has("startAt")) {
            json.set("start_time", lineItem.path("startAt"));
        }
        if (lineItem.has("endAt")) {
            json.set("end_time", lineItem.path("endAt"));
        }
    }
}
