package io.interlude.report.answer;

import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.domain.identity.OrgId;
import io.interlude.report.rollup.Dimension;
import io.interlude.schema.AdUnitChanged;
import io.interlude.schema.ApplicationChanged;
import io.interlude.schema.CampaignChanged;
import io.interlude.schema.CardContent;
import io.interlude.schema.ConversionGoalChanged;
import io.interlude.schema.CreativeVersionChanged;
import io.interlude.schema.LineItemChanged;
import io.interlude.schema.topic.Topics;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

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

    /// True for dimensions whose values are ids or codes of something with a name.
    public static boolean has(Dimension dimension) {
        return switch (dimension) {
            case APPLICATION, AD_UNIT, CAMPAIGN, LINE_ITEM, CREATIVE, CONVERSION_GOAL -> true;
            case FORMAT, CONVERSION_NAME, EVENT_NAME, ATTRIBUTE -> false;
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
            case CONVERSION_GOAL ->
                    records.latest(Topics.CONVERSION_GOALS, orgId, id)
                            .map(ConversionGoalChanged::getName)
                            .orElse("");
            case FORMAT, CONVERSION_NAME, EVENT_NAME, ATTRIBUTE -> "";
        };
    }
}
