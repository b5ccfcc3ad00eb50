package io.interlude.report.answer;

import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.domain.identity.OrgId;
import io.interlude.report.rollup.Dimension;
import io.interlude.schema.AdUnitChanged;
import io.interlude.schema.ApplicationChanged;
import io.interlude.schema.CampaignChanged;
import io.interlude.schema.CardContent;
import io.interlude.schema.CreativeVersionChanged;
import io.interlude.schema.LineItemChanged;
import io.interlude.schema.topic.Topics;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Names of what reports group by: the newest one of each, archived resources included. A creative
/// goes by the title of its card. Used by one thread at a time.
public final class ReportNames {
    private final CatalogueRecords records;
    private final OrgId orgId;
    private final Map<String, String> codeToName = new HashMap<>();

    /// @param records that stay as they are
    public ReportNames(CatalogueRecords records, OrgId orgId) {
        this.records = records;
        this.orgId = orgId;
        // An archived ad unit's code may name another one by now.
        for (AdUnitChanged adUnit : records.all(Topics.AD_UNITS, orgId)) {
            if (!adUnit.getArchived() || !codeToName.containsKey(adUnit.getCode())) {
                codeToName.put(adUnit.getCode(), adUnit.getName());
            }
        }
    }

    /// A resource and its name: a creative's is the title of its card, a flow's its id.
    ///
    /// @param dimension as reports call it, or `advertiser`
    /// @param id or the code of an ad unit
    /// @param isFlow of creatives alone
    public record Named(
            String dimension, String id, String name, boolean archived, boolean isFlow) {}

    /// Everything of the org that has a name, by dimension.
    public Stream<Named> all() {
        return Stream.of(
                        records.all(Topics.APPLICATIONS, orgId).stream()
                                .map(of ->
                                        named(
                                                Dimension.APPLICATION,
                                                of.getId(),
                                                of.getName(),
                                                of.getArchived())),
                        adUnits(),
                        records.all(Topics.CAMPAIGNS, orgId).stream()
                                .map(of ->
                                        named(
                                                Dimension.CAMPAIGN,
                                                of.getId(),
                                                of.getName(),
                                                of.getArchived())),
                        records.all(Topics.LINE_ITEMS, orgId).stream()
                                .map(of ->
                                        named(
                                                Dimension.LINE_ITEM,
                                                of.getId(),
                                                of.getName(),
                                                of.getArchived())),
                        records.all(Topics.CREATIVES, orgId).stream().map(ReportNames::creative),
                        records.all(Topics.CONVERSION_GOALS, orgId).stream()
                                .map(of ->
                                        named(
                                                Dimension.CONVERSION_GOAL,
                                                of.getId(),
                                                of.getName(),
                                                of.getArchived())),
                        records.all(Topics.ADVERTISERS, orgId).stream()
                                .map(of ->
                                        new Named(
                                                "advertiser",
                                                of.getId(),
                                                of.getName(),
                                                of.getArchived(),
                                                false)))
                .flatMap(Function.identity());
    }

    private Stream<Named> adUnits() {
        Set<String> open =
                records.all(Topics.AD_UNITS, orgId).stream()
                        .filter(adUnit -> !adUnit.getArchived())
                        .map(AdUnitChanged::getCode)
                        .collect(Collectors.toSet());
        return codeToName.entrySet().stream()
                .map(of ->
                        named(
                                Dimension.AD_UNIT,
                                of.getKey(),
                                of.getValue(),
                                !open.contains(of.getKey())));
    }

    private static Named creative(CreativeVersionChanged creative) {
        CardContent card = creative.getCard();
        return new Named(
                Dimension.CREATIVE.wireName(),
                creative.getId(),
                card == null ? creative.getId() : card.getTitle(),
                creative.getArchived(),
                card == null);
    }

    private static Named named(Dimension dimension, String id, String name, boolean archived) {
        return new Named(dimension.wireName(), id, name, archived, false);
    }

    /// True for dimensions whose columns in a file are followed by one with names.
    public static boolean has(Dimension dimension) {
        return switch (dimension) {
            case APPLICATION, AD_UNIT, CAMPAIGN, LINE_ITEM, CREATIVE -> true;
            case FORMAT, CONVERSION_GOAL, CONVERSION_NAME, EVENT_NAME, ATTRIBUTE -> false;
        };
    }

    /// The name, or an empty text when there is none.
    public String of(Dimension dimension, String id) {
        return switch (dimension) {
            case APPLICATION ->
                    records.latest(Topics.APPLICATIONS, orgId, id)
                            .map(ApplicationChanged::getName)
                            .orElse("");
            case AD_UNIT -> codeToName.getOrDefault(id, "");
            case CAMPAIGN ->
                    records.latest(Topics.CAMPAIGNS, orgId, id)
                            .map(CampaignChanged::getName)
                            .orElse("");
            case LINE_ITEM ->
                    records.latest(Topics.LINE_ITEMS, orgId, id)
                            .map(LineItemChanged::getName)
                            .orElse("");
            case CREATIVE ->
                    records.latest(Topics.CREATIVES, orgId, id)
                            .map(CreativeVersionChanged::getCard)
                            .flatMap(Optional::ofNullable)
                            .map(CardContent::getTitle)
                            .orElse("");
            case FORMAT, CONVERSION_GOAL, CONVERSION_NAME, EVENT_NAME, ATTRIBUTE -> "";
        };
    }
}
