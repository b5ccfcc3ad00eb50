package io.interlude.domain.catalogue;

import io.interlude.domain.conversation.AdLoad;
import io.interlude.domain.identity.AdvertiserId;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.suitability.Suitability;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An immutable snapshot of one org's catalogue with the indexes that a fetch needs. A fetch reads
/// one snapshot from start to end. Archived resources are not in it. Safe for use by many threads.
public final class OrgCatalogue {
    private static final Comparator<CreativeVersion> SEQUENCE =
            Comparator.comparingInt((CreativeVersion c) ->
                            c.position() == null ? Integer.MAX_VALUE : c.position())
                    .thenComparing(CreativeVersion::createdAt)
                    .thenComparing(creative -> creative.id().value());

    private final OrgId orgId;
    private final long revision;
    private final Map<ApplicationId, Application> applications;
    private final Map<String, AdUnit> codeToAdUnit;
    private final Map<CampaignId, Campaign> campaigns;
    private final Map<LineItemId, Candidate> lineItems;
    private final Map<CreativeId, CreativeVersion> creatives;
    private final OrgSettings settings;
    private final Map<AdvertiserId, Advertiser> advertisers;
    private final Map<CampaignId, CampaignAdvertiser> campaignToAdvertiser;

    private OrgCatalogue(OrgId orgId, long revision, Resources resources) {
        this.orgId = orgId;
        this.revision = revision;
        this.applications = index(resources.applications(), Application::id);
        this.codeToAdUnit = index(resources.adUnits(), AdUnit::code);
        this.campaigns = index(resources.campaigns(), Campaign::id);
        this.creatives = index(resources.creatives(), CreativeVersion::id);
        this.lineItems = candidates(resources);
        this.settings = resources.settings();
        this.advertisers = index(resources.advertisers(), Advertiser::id);
        this.campaignToAdvertiser =
                resources.campaigns().stream()
                        .collect(
                                Collectors.toUnmodifiableMap(
                                        Campaign::id, this::compiledAdvertiser, (a, _) -> a));
    }

    /// Compiles a snapshot. `creatives` holds the newest version of each. A line item whose
    /// campaign is missing is left out: it cannot serve.
    public static OrgCatalogue compile(OrgId orgId, long revision, Resources resources) {
        return new OrgCatalogue(orgId, revision, resources);
    }

    /// The org with nothing booked but one line item.
    public OrgCatalogue withOnly(Candidate booked) {
        return compile(
                orgId,
                revision,
                new Resources(
                        applications.values(),
                        codeToAdUnit.values(),
                        List.of(booked.campaign()),
                        List.of(booked.lineItem()),
                        booked.creatives(),
                        advertisers.values(),
                        settings,
                        booked.conversionGoals()));
    }

    private static <K, V> Map<K, V> index(Collection<V> values, Function<V, K> key) {
        return values.stream()
                .collect(Collectors.toUnmodifiableMap(key, Function.identity(), (a, _) -> a));
    }

    private Map<LineItemId, Candidate> candidates(Resources resources) {
        Map<LineItemId, List<CreativeVersion>> lineItemToCreatives =
                resources.creatives().stream()
                        .filter(CreativeVersion::approved)
                        .sorted(SEQUENCE)
                        .collect(Collectors.groupingBy(CreativeVersion::lineItemId));
        Map<String, ConversionGoal> idToGoal =
                index(resources.conversionGoals(), ConversionGoal::id);
        Map<LineItemId, Candidate> candidates = new HashMap<>();
        for (LineItem lineItem : resources.lineItems()) {
            @Nullable Campaign campaign = campaigns.get(lineItem.campaignId());
            if (campaign != null) {
                List<CreativeVersion> approved =
                        lineItemToCreatives.getOrDefault(lineItem.id(), List.of());
                candidates.put(
                        lineItem.id(),
                        new Candidate(lineItem, campaign, approved, goals(lineItem, idToGoal)));
            }
        }
        return Map.copyOf(candidates);
    }

    private static List<ConversionGoal> goals(
            LineItem lineItem, Map<String, ConversionGoal> idToGoal) {
        return lineItem.conversionGoals().stream()
                .map(idToGoal::get)
                .filter(Objects::nonNull)
                .toList();
    }

    public OrgId orgId() {
        return orgId;
    }

    /// Number of the newest change that the snapshot includes, from 1.
    public long revision() {
        return revision;
    }

    public Optional<Application> application(ApplicationId id) {
        return Optional.ofNullable(applications.get(id));
    }

    public Optional<AdUnit> adUnit(String code) {
        return Optional.ofNullable(codeToAdUnit.get(code));
    }

    /// Every ad unit, in no particular order.
    public Collection<AdUnit> adUnits() {
        return codeToAdUnit.values();
    }

    public Optional<Candidate> lineItem(LineItemId id) {
        return Optional.ofNullable(lineItems.get(id));
    }

    public Optional<CreativeVersion> creative(CreativeId id) {
        return Optional.ofNullable(creatives.get(id));
    }

    /// Every line item, on any ad unit.
    public Collection<Candidate> lineItems() {
        return lineItems.values();
    }

    public OrgSettings settings() {
        return settings;
    }

    /// In which moments on the ad unit no ad is wanted: the nearest word on each field counts, of
    /// the ad unit, its application (or else the key's), and the org's settings.
    ///
    /// @param ofKey application of the key that asks; null for a key without one
    public Suitability suitability(AdUnit adUnit, @Nullable ApplicationId ofKey) {
        Suitability ofApplication =
                applicationOf(adUnit, ofKey).map(Application::suitability).orElse(Suitability.OPEN);
        return adUnit.suitability()
                .orElse(ofApplication)
                .orElse(settings.suitability())
                .orElse(Suitability.DEFAULT);
    }

    /// The blocks on the ad unit: the lists of the ad unit, its application (or else the key's) and
    /// the org's settings together.
    ///
    /// @param ofKey application of the key that asks; null for a key without one
    public Blocked blocked(AdUnit adUnit, @Nullable ApplicationId ofKey) {
        Blocked ofApplication =
                applicationOf(adUnit, ofKey).map(Application::blocked).orElse(Blocked.NOTHING);
        return adUnit.blocked().and(ofApplication).and(settings.blocked());
    }

    /// The ad load of conversations on the ad unit: the nearest one of the ad unit, its application
    /// (or else the key's), and the org's settings.
    ///
    /// @param ofKey application of the key that asks; null for a key without one
    public AdLoad adLoad(AdUnit adUnit, @Nullable ApplicationId ofKey) {
        return Optional.ofNullable(adUnit.adLoad())
                .or(() -> applicationOf(adUnit, ofKey).map(Application::adLoad))
                .or(() -> Optional.ofNullable(settings.adLoad()))
                .orElse(AdLoad.NONE);
    }

    /// The ad loads of the org, wherever they stand.
    public List<AdLoad> adLoads() {
        return Stream.of(
                        Stream.ofNullable(settings.adLoad()),
                        applications.values().stream().map(Application::adLoad),
                        codeToAdUnit.values().stream().map(AdUnit::adLoad))
                .flatMap(Function.identity())
                .filter(Objects::nonNull)
                .<AdLoad>map(Objects::requireNonNull)
                .toList();
    }

    private Optional<Application> applicationOf(AdUnit adUnit, @Nullable ApplicationId ofKey) {
        ApplicationId own = adUnit.applicationId();
        return Optional.ofNullable(own == null ? ofKey : own).flatMap(this::application);
    }

    /// The advertiser of one of its campaigns.
    public CampaignAdvertiser advertiser(Campaign campaign) {
        CampaignAdvertiser known = campaignToAdvertiser.get(campaign.id());
        return known == null ? CampaignAdvertiser.of(campaign, null) : known;
    }

    private CampaignAdvertiser compiledAdvertiser(Campaign campaign) {
        AdvertiserId id = campaign.advertiserId();
        return CampaignAdvertiser.of(campaign, id == null ? null : advertisers.get(id));
    }

    /// The resources of a snapshot.
    ///
    /// @param settings of the org
    public record Resources(
            Collection<Application> applications,
            Collection<AdUnit> adUnits,
            Collection<Campaign> campaigns,
            Collection<LineItem> lineItems,
            Collection<CreativeVersion> creatives,
            Collection<Advertiser> advertisers,
            OrgSettings settings,
            Collection<ConversionGoal> conversionGoals) {
        /// Of an org without advertisers and conversion goals, whose settings say nothing.
        public Resources(
                Collection<Application> applications,
                Collection<AdUnit> adUnits,
                Collection<Campaign> campaigns,
                Collection<LineItem> lineItems,
                Collection<CreativeVersion> creatives) {
            this(
                    applications,
                    adUnits,
                    campaigns,
                    lineItems,
                    creatives,
                    List.of(),
                    OrgSettings.DEFAULT,
                    List.of());
        }
    }
}
