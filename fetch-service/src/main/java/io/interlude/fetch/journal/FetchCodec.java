package io.interlude.fetch.journal;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.domain.selection.Verdict;
import io.interlude.domain.targeting.AttributeValue;
import io.interlude.domain.targeting.RequestAttributes;
import io.interlude.fetch.selection.Ask;
import io.interlude.kit.http.Json;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.CandidateVerdict;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FrequencyScope;
import io.interlude.schema.RenderFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes decisions as journal records. The event id of a fetch is the UUID of its fetch id: there
/// is one event for each.
final class FetchCodec {
    private FetchCodec() {}

    static AdFetched served(FetchEntry entry, SelectionOutcome.Served served) {
        Ask ask = entry.ask();
        AdFetched event = new AdFetched();
        event.setEventId(entry.fetchId().uuid().toString());
        event.setEventType(EventType.fetch);
        event.setOccurredAt(ask.now());
        event.setReceivedAt(ask.now());
        event.setOrgId(entry.caller().orgId().value());
        event.setApplicationId(applicationId(entry));
        event.setFetchId(entry.fetchId().toString());
        event.setSubscriber(subscriber(ask));
        event.setTest(ask.test());
        event.setSource(EventSource.fetch);
        event.setKeyId(entry.caller().keyId().value());
        event.setAdUnitId(ask.adUnit().id().value());
        event.setAdUnitCode(ask.adUnit().code());
        event.setFormat(format(ask.format()));
        event.setContextHash(entry.context().hash());
        event.setContextBytes(entry.context().bytes());
        event.setAttributesJson(attributesJson(ask.attributes()));
        event.setCatalogueRevision(ask.catalogue().source().revision());
        event.setSeed(ask.seed());
        event.setCandidates(verdicts(served.verdicts()));
        event.setFrequencyScopes(
                entry.decision().advances().stream().map(FetchCodec::scope).toList());
        setServed(event, served, ask.test());
        return event;
    }

    private static void setServed(AdFetched event, SelectionOutcome.Served served, boolean test) {
        LineItem lineItem = served.lineItem().lineItem();
        CreativeVersion creative = served.creative();
        event.setCampaignId(lineItem.campaignId().value());
        event.setLineItemId(lineItem.id().value());
        event.setCreativeId(creative.id().value());
        event.setCreativeVersion(creative.version());
        event.setRotationEpoch(served.rotation().epoch());
        event.setRotationSequence(served.rotation().sequence());
        event.setPriceModel(priceModel(lineItem.price().model()));
        event.setPriceMicros(lineItem.price().amount().amountMicros());
        event.setCurrency(lineItem.price().amount().currency());
        event.setBilledMicros(test ? 0 : lineItem.price().fetchMicros());
        event.setTimeZone(lineItem.schedule().timeZone().getId());
    }

    static AdNotFilled notServed(FetchEntry entry, SelectionOutcome.NotServed notServed) {
        Ask ask = entry.ask();
        AdNotFilled event = new AdNotFilled();
        event.setEventId(entry.fetchId().uuid().toString());
        event.setEventType(EventType.no_fill);
        event.setOccurredAt(ask.now());
        event.setReceivedAt(ask.now());
        event.setOrgId(entry.caller().orgId().value());
        event.setApplicationId(applicationId(entry));
        event.setFetchId(entry.fetchId().toString());
        event.setSubscriber(subscriber(ask));
        event.setTest(ask.test());
        event.setSource(EventSource.fetch);
        event.setKeyId(entry.caller().keyId().value());
        event.setAdUnitId(ask.adUnit().id().value());
        event.setAdUnitCode(ask.adUnit().code());
        event.setFormat(format(ask.format()));
        event.setContextHash(entry.context().hash());
        event.setContextBytes(entry.context().bytes());
        event.setAttributesJson(attributesJson(ask.attributes()));
        event.setCatalogueRevision(ask.catalogue().source().revision());
        event.setSeed(ask.seed());
        event.setCandidates(verdicts(notServed.verdicts()));
        event.setReason(notServed.reason().wireName());
        return event;
    }

    private static @Nullable String applicationId(FetchEntry entry) {
        ApplicationId id = entry.caller().applicationId();
        return id == null ? null : id.value();
    }

    private static @Nullable String subscriber(Ask ask) {
        Subscriber subscriber = ask.subscriber();
        return subscriber == null ? null : subscriber.value();
    }

    private static List<CandidateVerdict> verdicts(List<Verdict> verdicts) {
        return verdicts.stream().map(FetchCodec::verdict).toList();
    }

    private static CandidateVerdict verdict(Verdict verdict) {
        CandidateVerdict written = new CandidateVerdict();
        written.setLineItemId(verdict.lineItemId().value());
        written.setRule(verdict.wireName());
        written.setRelevance(nullable(verdict.knownRelevance()));
        written.setUrgency(nullable(verdict.knownUrgency()));
        return written;
    }

    private static @Nullable Double nullable(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }

    private static FrequencyScope scope(FrequencyAdvance advance) {
        FrequencyScope written = new FrequencyScope();
        written.setScope(scope(advance.scope()));
        written.setId(advance.id());
        written.setKeepTimes(advance.keepTimes());
        return written;
    }

    private static io.interlude.schema.CapScope scope(CapScope scope) {
        return switch (scope) {
            case LINE_ITEM -> io.interlude.schema.CapScope.lineItem;
            case CAMPAIGN -> io.interlude.schema.CapScope.campaign;
            case AD_UNIT -> io.interlude.schema.CapScope.adUnit;
            case CREATIVE -> io.interlude.schema.CapScope.creative;
        };
    }

    private static RenderFormat format(AdFormat format) {
        return switch (format) {
            case NATIVE -> RenderFormat.native$;
            case SMS -> RenderFormat.sms;
            case BOTPLATFORM -> RenderFormat.botplatform;
            case FLOW -> RenderFormat.flow;
        };
    }

    private static io.interlude.schema.PriceModel priceModel(PriceModel model) {
        return switch (model) {
            case CPM -> io.interlude.schema.PriceModel.cpm;
            case CPC -> io.interlude.schema.PriceModel.cpc;
            case CPA -> io.interlude.schema.PriceModel.cpa;
            case FLAT -> io.interlude.schema.PriceModel.flat;
        };
    }

    static String attributesJson(RequestAttributes attributes) {
        ObjectNode json = Json.MAPPER.createObjectNode();
        attributes.values().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> put(json, entry.getKey(), entry.getValue()));
        return Json.MAPPER.writeValueAsString(json);
    }

    private static void put(ObjectNode json, String name, AttributeValue value) {
        switch (value) {
            case AttributeValue.Text(String text) -> json.put(name, text);
            case AttributeValue.Numeric numeric -> json.put(name, numeric.number());
            case AttributeValue.Flag(boolean flag) -> json.put(name, flag);
            case AttributeValue.Texts(List<String> texts) -> {
                ArrayNode array = json.putArray(name);
                texts.forEach(array::add);
            }
        }
    }
}
