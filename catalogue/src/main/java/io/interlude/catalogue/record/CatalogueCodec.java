package io.interlude.catalogue.record;

import static java.util.Objects.requireNonNullElse;

import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Advertiser;
import io.interlude.domain.catalogue.Application;
import io.interlude.domain.catalogue.Blocked;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.ConversionGoal;
import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.OrgSettings;
import io.interlude.domain.catalogue.Ranking;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.conversation.AdLoad;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.identity.AdUnitId;
import io.interlude.domain.identity.AdvertiserId;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.lift.Holdout;
import io.interlude.domain.money.Exchange;
import io.interlude.domain.money.Money;
import io.interlude.domain.suitability.SensitiveCategory;
import io.interlude.domain.suitability.Suitability;
import io.interlude.journal.record.CapScopeCodec;
import io.interlude.journal.record.RenderFormatCodec;
import io.interlude.schema.AdUnitChanged;
import io.interlude.schema.AdvertiserChanged;
import io.interlude.schema.ApplicationChanged;
import io.interlude.schema.CampaignChanged;
import io.interlude.schema.CardContent;
import io.interlude.schema.ConversionGoalChanged;
import io.interlude.schema.CreativeVersionChanged;
import io.interlude.schema.SettingsChanged;
import io.interlude.schema.UnreadPolicy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Catalogue records as domain values. Line items have [LineItemCodec]. Every method throws
/// [IllegalArgumentException] for a record that breaks the domain's rules or is of a newer kind.
public final class CatalogueCodec {
    private CatalogueCodec() {}

    public static Application application(ApplicationChanged value) {
        return new Application(
                new ApplicationId(value.getId()),
                value.getName(),
                value.getDefaultAdUnit(),
                suitability(value.getSuitability()),
                blocked(value.getBlocked()),
                adLoad(value.getAdLoad()));
    }

    public static AdUnit adUnit(AdUnitChanged value) {
        String application = value.getApplicationId();
        io.interlude.schema.Money floor = value.getFloor();
        return new AdUnit(
                new AdUnitId(value.getId()),
                value.getCode(),
                value.getName(),
                application == null ? null : new ApplicationId(application),
                value.getFormats().stream()
                        .map(RenderFormatCodec::read)
                        .collect(Collectors.toSet()),
                suitability(value.getSuitability()),
                blocked(value.getBlocked()),
                adLoad(value.getAdLoad()),
                floor == null ? null : new Money(floor.getAmountMicros(), floor.getCurrency()));
    }

    /// What the org's settings say of its decisions.
    public static OrgSettings settings(SettingsChanged value) {
        String currency = value.getCurrency();
        Map<String, Double> rates = new HashMap<>();
        if (value.getRates() != null) {
            value.getRates().forEach((code, rate) -> rates.put(code, Double.valueOf(rate)));
        }
        return new OrgSettings(
                new Exchange(currency == null ? Exchange.DEFAULT.currency() : currency, rates),
                ranking(value.getRanking()),
                suitability(value.getSuitability()),
                adLoad(value.getAdLoad()),
                blocked(value.getBlocked()));
    }

    private static Ranking ranking(io.interlude.schema.@Nullable Ranking ranking) {
        if (ranking == null) {
            return Ranking.RELEVANCE;
        }
        return switch (ranking) {
            case relevance -> Ranking.RELEVANCE;
            case value -> Ranking.VALUE;
            case balanced -> Ranking.BALANCED;
            case UNKNOWN -> throw unknown("ranking");
        };
    }

    public static Advertiser advertiser(AdvertiserChanged value) {
        return new Advertiser(
                new AdvertiserId(value.getId()),
                value.getName(),
                Set.copyOf(value.getDomains()),
                Set.copyOf(value.getCategories()),
                ContentTaxonomy.current().andAbove(value.getCategories()));
    }

    private static @Nullable AdLoad adLoad(io.interlude.schema.@Nullable AdLoad value) {
        if (value == null) {
            return null;
        }
        Long minGapMillis = value.getMinGapMillis();
        return new AdLoad(
                value.getFirstAfterTurns(),
                value.getMinTurnsBetween(),
                minGapMillis == null ? null : Duration.ofMillis(minGapMillis),
                value.getMaxPerConversation(),
                requireNonNullElse(value.getAdvertiserSeparation(), 0),
                requireNonNullElse(value.getCategorySeparation(), 0));
    }

    private static Blocked blocked(io.interlude.schema.@Nullable Blocked value) {
        return value == null
                ? Blocked.NOTHING
                : new Blocked(
                        Set.copyOf(value.getAdvertisers()),
                        Set.copyOf(value.getCategories()),
                        Set.copyOf(value.getDomains()));
    }

    private static Suitability suitability(io.interlude.schema.@Nullable Suitability value) {
        if (value == null) {
            return Suitability.OPEN;
        }
        List<io.interlude.schema.SensitiveCategory> decline = value.getDecline();
        return new Suitability(
                unread(value.getUnread()),
                decline == null
                        ? null
                        : decline.stream()
                                .map(category ->
                                        SensitiveCategory.ofLabel(category.name())
                                                .orElseThrow(() -> unknown("category")))
                                .collect(Collectors.toSet()),
                value.getNeed());
    }

    private static Suitability.@Nullable Unread unread(@Nullable UnreadPolicy policy) {
        if (policy == null) {
            return null;
        }
        return switch (policy) {
            case decline -> Suitability.Unread.DECLINE;
            case runOfNetwork -> Suitability.Unread.RUN_OF_NETWORK;
            case serve -> Suitability.Unread.SERVE;
            case UNKNOWN -> throw unknown("unread");
        };
    }

    public static Campaign campaign(CampaignChanged value) {
        String advertiserId = value.getAdvertiserId();
        return new Campaign(
                new CampaignId(value.getId()),
                value.getName(),
                value.getAdvertiserName(),
                advertiserId == null ? null : new AdvertiserId(advertiserId),
                status(value.getStatus()),
                new Flight(value.getStartAt(), value.getEndAt()),
                frequencyCaps(value.getFrequencyCaps()),
                holdout(value));
    }

    /// The holdout of a campaign.
    public static Holdout holdout(CampaignChanged value) {
        return new Holdout(value.getHoldout(), value.getHoldoutSince(), value.getHoldoutUntil());
    }

    public static ConversionGoal conversionGoal(ConversionGoalChanged value) {
        io.interlude.schema.Money worth = value.getValue();
        return new ConversionGoal(
                value.getId(),
                Set.copyOf(value.getNames()),
                value.getEvery(),
                Duration.ofMillis(value.getClickWindowMillis()),
                Duration.ofMillis(value.getViewWindowMillis()),
                worth == null ? null : new Money(worth.getAmountMicros(), worth.getCurrency()));
    }

    public static CreativeVersion creativeVersion(CreativeVersionChanged value) {
        return new CreativeVersion(
                new CreativeId(value.getId()),
                value.getVersion(),
                new LineItemId(value.getLineItemId()),
                value.getApproved(),
                value.getPosition(),
                value.getCreatedAt(),
                value.getWeight(),
                value.getProperties(),
                content(value.getCard(), value.getFlowJson()));
    }

    private static CreativeContent content(@Nullable CardContent card, @Nullable String flowJson) {
        if (flowJson != null) {
            return FlowCodec.flow(flowJson);
        }
        if (card == null) {
            throw new IllegalArgumentException("creative has neither card nor flow");
        }
        return card(card);
    }

    /// What a card says, as it is rendered.
    public static CreativeContent.Card card(CardContent card) {
        return new CreativeContent.Card(
                card.getTitle(),
                card.getSubtitle(),
                card.getImageUrl(),
                card.getImageAltText(),
                card.getSmsText(),
                card.getDisclosure(),
                card.getActions().stream()
                        .map(a -> new CreativeContent.CardAction(a.getText(), a.getUrl()))
                        .toList());
    }

    static ServingStatus status(io.interlude.schema.ServingStatus status) {
        return switch (status) {
            case draft -> ServingStatus.DRAFT;
            case active -> ServingStatus.ACTIVE;
            case paused -> ServingStatus.PAUSED;
            case shadow -> ServingStatus.SHADOW;
            case UNKNOWN -> throw unknown("status");
        };
    }

    static List<FrequencyCap> frequencyCaps(List<io.interlude.schema.FrequencyCap> caps) {
        return caps.stream().map(CatalogueCodec::frequencyCap).toList();
    }

    private static FrequencyCap frequencyCap(io.interlude.schema.FrequencyCap cap) {
        Long perMillis = cap.getPerMillis();
        return new FrequencyCap(
                cap.getMax(),
                perMillis == null ? null : Duration.ofMillis(perMillis),
                CapScopeCodec.read(cap.getScope()));
    }

    static IllegalArgumentException unknown(String what) {
        return new IllegalArgumentException(what + " is of a kind that this version does not know");
    }
}
