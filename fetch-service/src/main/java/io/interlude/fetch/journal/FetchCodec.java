package io.interlude.fetch.journal;

import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.fetch.repeat.KeptAnswer;
import io.interlude.fetch.selection.DecisionRequest;
import io.interlude.journal.decision.DecisionCodec;
import io.interlude.journal.record.BillingEventCodec;
import io.interlude.journal.record.CapScopeCodec;
import io.interlude.journal.record.ConversionGoalCodec;
import io.interlude.journal.record.PriceModelCodec;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.DecisionEvent;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FrequencyScope;
import io.interlude.schema.KeyedRequest;
import org.jspecify.annotations.Nullable;

/// Writes decisions as journal records. The event id of a fetch is the UUID of its fetch id: there
/// is one event for each.
final class FetchCodec {
    private FetchCodec() {}

    static AdFetched served(FetchEntry entry, SelectionOutcome.Served served) {
        AdFetched event = new AdFetched();
        event.setEventType(EventType.fetch);
        setShared(event, entry);
        event.setFrequencyScopes(
                entry.decision().advances().stream().map(FetchCodec::scope).toList());
        setServed(event, served, entry.request().test());
        if (entry.request().subscriber() != null) {
            event.setAdvertiser(served.lineItem().advertiser().key());
        }
        return event;
    }

    static AdNotFilled notServed(FetchEntry entry, SelectionOutcome.NotServed notServed) {
        AdNotFilled event = new AdNotFilled();
        event.setEventType(EventType.no_fill);
        setShared(event, entry);
        event.setReason(notServed.reason().wireName());
        return event;
    }

    /// What a fetch and a no-fill have in common.
    private static void setShared(DecisionEvent event, FetchEntry entry) {
        DecisionRequest request = entry.request();
        event.setEventId(entry.fetchId().uuid().toString());
        event.setOccurredAt(request.now());
        event.setReceivedAt(request.now());
        event.setOrgId(entry.caller().orgId().value());
        event.setApplicationId(applicationId(entry));
        event.setFetchId(entry.fetchId().toString());
        event.setSubscriber(subscriber(request));
        event.setTest(request.test());
        event.setSource(EventSource.fetch);
        event.setKeyId(entry.caller().keyId().value());
        event.setContextHash(entry.context().hash());
        event.setContextBytes(entry.context().bytes());
        event.setConsentAsked(entry.consent().asked());
        event.setConsentGiven(entry.consent().given());
        event.setKeyedRequest(keyedRequest(entry.kept()));
        DecisionCodec.write(
                entry.decision().recorded(request, entry.caller().applicationId()), event);
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
        event.setPriceModel(PriceModelCodec.write(lineItem.price().model()));
        event.setPriceMicros(lineItem.price().amount().amountMicros());
        event.setCurrency(lineItem.price().amount().currency());
        event.setBilledMicros(test ? 0 : lineItem.price().fetchMicros());
        event.setBillOn(BillingEventCodec.toAvro(lineItem.price().billOn()));
        event.setCountsNames(true);
        event.setConversionGoals(ConversionGoalCodec.toAvro(served.lineItem().conversionGoals()));
        event.setTimeZone(lineItem.schedule().timeZone().getId());
    }

    private static @Nullable KeyedRequest keyedRequest(@Nullable KeptAnswer kept) {
        return kept == null
                ? null
                : new KeyedRequest(kept.key(), kept.body(), kept.parts().getFirst());
    }

    private static @Nullable String applicationId(FetchEntry entry) {
        ApplicationId id = entry.caller().applicationId();
        return id == null ? null : id.value();
    }

    private static @Nullable String subscriber(DecisionRequest request) {
        Subscriber subscriber = request.subscriber();
        return subscriber == null ? null : subscriber.value();
    }

    private static FrequencyScope scope(FrequencyAdvance advance) {
        FrequencyScope written = new FrequencyScope();
        written.setScope(CapScopeCodec.write(advance.scope()));
        written.setId(advance.id());
        written.setKeepTimes(advance.keepTimes());
        return written;
    }
}
