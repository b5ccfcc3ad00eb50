package io.interlude.fetch.answer;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.explain.AdReasons;
import io.interlude.domain.identity.AdvertiserId;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.selection.Disqualification;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.fetch.repeat.KeptAnswer;
import io.interlude.fetch.request.FetchRequest;
import io.interlude.fetch.request.Include;
import io.interlude.journal.json.Json;
import io.interlude.web.answer.Answers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Answers of the fetch endpoint.
public final class FetchAnswers {
    private final ClickUrls clickUrls;
    private final WhyUrls whyUrls;

    public FetchAnswers(ClickUrls clickUrls, WhyUrls whyUrls) {
        this.clickUrls = clickUrls;
        this.whyUrls = whyUrls;
    }

    /// 200 with the ad, or what a no-fill is answered with.
    public Mono<ServerResponse> outcome(
            FetchRequest request,
            OrgId orgId,
            FetchId fetchId,
            SelectionOutcome outcome,
            Insight insight) {
        return switch (outcome) {
            case SelectionOutcome.Served served ->
                    served(request, orgId, new Ad(fetchId, served, insight));
            case SelectionOutcome.NotServed notServed -> notServed(request, notServed);
        };
    }

    private Mono<ServerResponse> served(FetchRequest request, OrgId orgId, Ad ad) {
        ObjectNode json = ad(request, orgId, ad);
        if (request.test()) {
            put(json, ad.served().disqualifications());
        }
        return Answers.json(200, json);
    }

    private ObjectNode ad(FetchRequest request, OrgId orgId, Ad ad) {
        ObjectNode json = ad(orgId, ad.fetchId(), ad.served().creative(), request.format());
        if (!request.include().isEmpty()) {
            ObjectNode decision =
                    decision(request.include(), ad.served(), ad.insight().expectedValue());
            AdReasons reasons = ad.insight().reasons();
            if (reasons != null) {
                CreativeVersion creative = ad.served().creative();
                decision.put("whyUrl", whyUrls.of(orgId, ad.fetchId(), creative, reasons));
            }
            json.set("decision", decision);
        }
        return json;
    }

    private static ObjectNode decision(
            Set<Include> include, SelectionOutcome.Served served, @Nullable Money expectedValue) {
        ObjectNode json = Json.MAPPER.createObjectNode();
        if (include.contains(Include.PRICE)) {
            Price price = served.lineItem().lineItem().price();
            ObjectNode written = json.putObject("price");
            written.put("model", price.model().name().toLowerCase(Locale.ROOT));
            put(written, "amount", price.amount());
        }
        if (expectedValue != null) {
            put(json, "expectedValue", expectedValue);
        }
        if (include.contains(Include.RELEVANCE)) {
            served.verdicts()
                    .getFirst()
                    .knownRelevance()
                    .ifPresent(relevance -> json.put("relevance", relevance));
        }
        if (include.contains(Include.ADVERTISER)) {
            Campaign campaign = served.lineItem().campaign();
            AdvertiserId id = campaign.advertiserId();
            ObjectNode advertiser = json.putObject("advertiser");
            putIfPresent(advertiser, "id", id == null ? null : id.value());
            advertiser.put("name", campaign.advertiserName());
        }
        return json;
    }

    private static void put(ObjectNode json, String name, Money money) {
        json.putObject(name)
                .put("amount", money.toDecimalString())
                .put("currency", money.currency());
    }

    /// The answer to a repeat of the fetch: the ad, or the reason for none.
    public String kept(
            FetchRequest request,
            OrgId orgId,
            FetchId fetchId,
            SelectionOutcome outcome,
            Insight insight) {
        return Json.MAPPER.writeValueAsString(
                switch (outcome) {
                    case SelectionOutcome.Served served ->
                            ad(request, orgId, new Ad(fetchId, served, insight));
                    case SelectionOutcome.NotServed notServed -> noFill(notServed);
                });
    }

    /// Answers with what was kept, the first time as each time after.
    public Mono<ServerResponse> kept(FetchRequest request, KeptAnswer kept) {
        if (!kept.filled() && !request.explainsNoFill()) {
            return Answers.empty(204);
        }
        return Answers.bytes(
                200,
                MediaType.APPLICATION_JSON_VALUE,
                (kept.filled() && request.count() > 1
                                ? "{\"ads\":[" + String.join(",", kept.parts()) + "]}"
                                : kept.parts().getFirst())
                        .getBytes(StandardCharsets.UTF_8),
                Map.of());
    }

    /// 200 with one given creative.
    public Mono<ServerResponse> ad(
            FetchRequest request, OrgId orgId, FetchId fetchId, CreativeVersion creative) {
        ObjectNode ad = ad(orgId, fetchId, creative, request.format());
        return Answers.json(200, request.count() == 1 ? ad : ads(List.of(ad)));
    }

    /// 200 with several ads, best first.
    public Mono<ServerResponse> ads(FetchRequest request, OrgId orgId, List<Ad> served) {
        ObjectNode json = ads(served.stream().map(ad -> ad(request, orgId, ad)).toList());
        if (request.test()) {
            Set<LineItemId> shown =
                    served.stream()
                            .map(ad -> ad.served().lineItem().lineItem().id())
                            .collect(Collectors.toSet());
            put(
                    json,
                    served.getFirst().served().disqualifications().stream()
                            .filter(out -> !shown.contains(out.lineItemId()))
                            .toList());
        }
        return Answers.json(200, json);
    }

    /// An ad that was served.
    public record Ad(FetchId fetchId, SelectionOutcome.Served served, Insight insight) {}

    /// The facts of a decision beside its outcome.
    ///
    /// @param expectedValue of the fetch; null where it is not asked for or not known
    /// @param reasons of the ad for its reader; null where they are not asked for
    public record Insight(@Nullable Money expectedValue, @Nullable AdReasons reasons) {}

    private static ObjectNode ads(List<ObjectNode> each) {
        ObjectNode json = Json.MAPPER.createObjectNode();
        json.putArray("ads").addAll(each);
        return json;
    }

    private ObjectNode ad(OrgId orgId, FetchId fetchId, CreativeVersion creative, AdFormat format) {
        ObjectNode json = Json.MAPPER.createObjectNode();
        json.put("messageId", fetchId.toString());
        json.put("format", renderFormat(format).wireName());
        json.set(
                "payload",
                Payloads.payload(creative, format, clickUrls.of(orgId, fetchId, creative)));
        if (!creative.properties().isEmpty()) {
            Map<String, String> sorted = new TreeMap<>(creative.properties());
            ObjectNode properties = json.putObject("properties");
            sorted.forEach(properties::put);
        }
        return json;
    }

    /// A flow comes in the render format `native`.
    private static AdFormat renderFormat(AdFormat format) {
        return format == AdFormat.FLOW ? AdFormat.NATIVE : format;
    }

    private static Mono<ServerResponse> notServed(
            FetchRequest request, SelectionOutcome.NotServed notServed) {
        if (!request.explainsNoFill()) {
            return Answers.empty(204);
        }
        ObjectNode json = noFill(notServed);
        if (request.test()) {
            put(json, notServed.disqualifications());
        }
        return Answers.json(200, json);
    }

    private static ObjectNode noFill(SelectionOutcome.NotServed notServed) {
        ObjectNode json = Json.MAPPER.createObjectNode();
        json.put("filled", false);
        json.put("reason", notServed.reason().wireName());
        putIfPresent(json, "category", notServed.category());
        json.put("message", notServed.message());
        return json;
    }

    private static void put(ObjectNode json, List<Disqualification> disqualifications) {
        ArrayNode array = json.putArray("disqualifications");
        for (Disqualification disqualification : disqualifications) {
            ObjectNode written = array.addObject();
            written.put("lineItemId", disqualification.lineItemId().value());
            written.put("lineItemName", disqualification.lineItemName());
            CreativeId creativeId = disqualification.creativeId();
            putIfPresent(written, "creativeId", creativeId == null ? null : creativeId.value());
            written.put("rule", disqualification.rule().wireName());
            written.put("message", disqualification.message());
            putIfPresent(written, "expected", disqualification.expected());
            putIfPresent(written, "actual", disqualification.actual());
        }
    }

    private static void putIfPresent(ObjectNode json, String name, @Nullable String value) {
        if (value != null) {
            json.put(name, value);
        }
    }
}
