package io.interlude.schema.topic;

import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.AdUnitChanged;
import io.interlude.schema.AdvertiserChanged;
import io.interlude.schema.ApiKeyChanged;
import io.interlude.schema.ApplicationChanged;
import io.interlude.schema.AttributionRecorded;
import io.interlude.schema.AuditRecorded;
import io.interlude.schema.CampaignChanged;
import io.interlude.schema.CatalogueChanged;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionGoalChanged;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.CreativeEngagement;
import io.interlude.schema.CreativeVersionChanged;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.ErasureRecorded;
import io.interlude.schema.EventRejected;
import io.interlude.schema.FeedbackRecorded;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.HourSealed;
import io.interlude.schema.KeyUseCounted;
import io.interlude.schema.LineItemChanged;
import io.interlude.schema.LineItemSpend;
import io.interlude.schema.OrgChanged;
import io.interlude.schema.RollupCell;
import io.interlude.schema.SavedReportChanged;
import io.interlude.schema.SessionEnded;
import io.interlude.schema.SettingsChanged;
import io.interlude.schema.SimulationRecorded;
import io.interlude.schema.SubscriberErased;
import io.interlude.schema.SubscriberKeyNode;
import io.interlude.schema.UserChanged;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;

/// The topic catalogue: the only place with topic names.
public final class Topics {
    /// Journal of the embedded schema registry, in Confluent's own format and not in Avro: one
    /// partition, compacted.
    public static final String SCHEMAS_TOPIC = "_schemas";

    /// Most bytes of a record's key and value. Brokers' and producers' own default is 1 MiB for a
    /// batch, of which a record alone takes some 100 bytes for itself and its headers.
    public static final int LARGEST_RECORD_BYTES = (1 << 20) - 1_024;

    public static final Topic<AdFetched> FETCHES = journal("ads.fetches", AdFetched.class);
    public static final Topic<AdNotFilled> NO_FILLS = journal("ads.no-fills", AdNotFilled.class);
    public static final Topic<DeliveryRecorded> DELIVERIES =
            journal("ads.deliveries", DeliveryRecorded.class);
    public static final Topic<ClickRecorded> CLICKS = journal("ads.clicks", ClickRecorded.class);
    public static final Topic<ConversionRecorded> CONVERSIONS =
            journal("ads.conversions", ConversionRecorded.class);
    public static final Topic<FlowEventRecorded> FLOW_EVENTS =
            journal("ads.flow-events", FlowEventRecorded.class);
    public static final Topic<CustomEventRecorded> CUSTOM_EVENTS =
            journal("ads.custom-events", CustomEventRecorded.class);
    public static final Topic<CorrectionRecorded> CORRECTIONS =
            journal("ads.corrections", CorrectionRecorded.class);
    public static final Topic<FeedbackRecorded> FEEDBACK =
            journal("ads.feedback", FeedbackRecorded.class);
    public static final Topic<EventRejected> REJECTED =
            journal("ads.rejected", EventRejected.class);

    /// Pseudonyms whose state is to be dropped. No event of the journal, but in its partitions, so
    /// that the aggregator reads it beside them; kept for a day.
    public static final Topic<SubscriberErased> ERASED_SUBSCRIBERS =
            journal("ads.erasures", SubscriberErased.class);

    /// What makes it visible when the journal is altered later. One partition, and not compacted.
    public static final Topic<HourSealed> MANIFESTS =
            new Topic<>("ads.manifests", HourSealed.class, false, false);

    public static final Topic<OrgChanged> ORGS = catalogue("catalogue.orgs", OrgChanged.class);
    public static final Topic<ApiKeyChanged> KEYS =
            catalogue("catalogue.keys", ApiKeyChanged.class);
    public static final Topic<ApplicationChanged> APPLICATIONS =
            catalogue("catalogue.applications", ApplicationChanged.class);
    public static final Topic<AdUnitChanged> AD_UNITS =
            catalogue("catalogue.ad-units", AdUnitChanged.class);
    public static final Topic<CampaignChanged> CAMPAIGNS =
            catalogue("catalogue.campaigns", CampaignChanged.class);
    public static final Topic<LineItemChanged> LINE_ITEMS =
            catalogue("catalogue.line-items", LineItemChanged.class);
    public static final Topic<CreativeVersionChanged> CREATIVES =
            catalogue("catalogue.creatives", CreativeVersionChanged.class);

    /// One record for each org that wrote any.
    public static final Topic<SettingsChanged> SETTINGS =
            catalogue("catalogue.settings", SettingsChanged.class);

    public static final Topic<AdvertiserChanged> ADVERTISERS =
            catalogue("catalogue.advertisers", AdvertiserChanged.class);
    public static final Topic<SavedReportChanged> SAVED_REPORTS =
            catalogue("catalogue.saved-reports", SavedReportChanged.class);
    public static final Topic<ConversionGoalChanged> CONVERSION_GOALS =
            catalogue("catalogue.conversion-goals", ConversionGoalChanged.class);
    public static final Topic<UserChanged> USERS = catalogue("catalogue.users", UserChanged.class);

    /// Every change of the catalogue that was ever made. One partition, which gives them an order,
    /// and not compacted.
    public static final Topic<CatalogueChanged> CATALOGUE_HISTORY =
            new Topic<>("catalogue.history", CatalogueChanged.class, false, false);

    /// Secrets that subscribers' keys are made from. One partition: what takes a destroyed secret's
    /// place lies before its end.
    public static final Topic<SubscriberKeyNode> SUBSCRIBER_KEYS =
            catalogue("catalogue.subscriber-keys", SubscriberKeyNode.class);

    /// Receipts of erasures. One partition, and not compacted.
    public static final Topic<ErasureRecorded> ERASURES =
            new Topic<>("catalogue.erasures", ErasureRecorded.class, false, false);

    /// What each process saw of each API key. Compacted, and no part of the catalogue itself.
    public static final Topic<KeyUseCounted> KEY_USE =
            catalogue("catalogue.key-use", KeyUseCounted.class);

    /// Sessions and one-time links that ended before their time. One partition, and no part of the
    /// catalogue itself; kept for a day, which is longer than any of them would have lasted.
    public static final Topic<SessionEnded> ENDED_SESSIONS =
            new Topic<>("catalogue.ended-sessions", SessionEnded.class, false, false);

    /// Audits with what they found. Compacted, one partition, and no part of the catalogue itself.
    public static final Topic<AuditRecorded> AUDITS =
            catalogue("catalogue.audits", AuditRecorded.class);

    /// Simulations with what came of them. Compacted, one partition, and no part of the catalogue
    /// itself.
    public static final Topic<SimulationRecorded> SIMULATIONS =
            catalogue("catalogue.simulations", SimulationRecorded.class);

    /// Versions of attribution. Compacted, one partition, and no part of the catalogue itself.
    public static final Topic<AttributionRecorded> ATTRIBUTIONS =
            catalogue("catalogue.attributions", AttributionRecorded.class);

    public static final Topic<LineItemSpend> PACING = state("state.pacing", LineItemSpend.class);
    public static final Topic<CreativeEngagement> ENGAGEMENT =
            state("state.engagement", CreativeEngagement.class);
    public static final Topic<RollupCell> ROLLUPS = state("state.rollups", RollupCell.class);

    private static final List<Topic<?>> MATCHED =
            List.of(
                    FETCHES,
                    NO_FILLS,
                    DELIVERIES,
                    CLICKS,
                    CONVERSIONS,
                    FLOW_EVENTS,
                    CUSTOM_EVENTS,
                    CORRECTIONS,
                    FEEDBACK);
    private static final List<Topic<? extends CatalogueRecord>> CATALOGUE =
            List.of(
                    ORGS,
                    KEYS,
                    APPLICATIONS,
                    AD_UNITS,
                    CAMPAIGNS,
                    LINE_ITEMS,
                    CREATIVES,
                    SETTINGS,
                    ADVERTISERS,
                    SAVED_REPORTS,
                    CONVERSION_GOALS,
                    USERS);
    private static final List<Topic<?>> STATE = List.of(PACING, ENGAGEMENT, ROLLUPS);

    private Topics() {}

    /// The journal topics whose events the aggregator folds, that is all but `ads.rejected` and
    /// `ads.manifests`. Their order is kept in its state: a new one goes to the end.
    public static List<Topic<?>> folded() {
        return MATCHED;
    }

    /// The catalogue topics, in the order in which a change writes them: what is referred to came
    /// first once, and what shows together does anyway. A new one goes to the end, as in the
    /// records that name them.
    public static List<Topic<? extends CatalogueRecord>> catalogue() {
        return CATALOGUE;
    }

    /// Every topic, journal first.
    public static List<Topic<?>> all() {
        return Stream.of(
                        MATCHED,
                        List.<Topic<?>>of(REJECTED, ERASED_SUBSCRIBERS, MANIFESTS),
                        CATALOGUE,
                        List.<Topic<?>>of(
                                CATALOGUE_HISTORY,
                                SUBSCRIBER_KEYS,
                                ERASURES,
                                KEY_USE,
                                ENDED_SESSIONS,
                                AUDITS,
                                SIMULATIONS,
                                ATTRIBUTIONS),
                        STATE)
                .<Topic<?>>flatMap(List::stream)
                .toList();
    }

    private static <V extends SpecificRecord> Topic<V> journal(String name, Class<V> valueType) {
        return new Topic<>(name, valueType, true, false);
    }

    private static <V extends SpecificRecord> Topic<V> catalogue(String name, Class<V> valueType) {
        return new Topic<>(name, valueType, false, true);
    }

    private static <V extends SpecificRecord> Topic<V> state(String name, Class<V> valueType) {
        return new Topic<>(name, valueType, true, true);
    }
}
