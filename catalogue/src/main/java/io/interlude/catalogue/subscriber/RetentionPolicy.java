package io.interlude.catalogue.subscriber;

import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.retention.RetentionDays;
import io.interlude.journal.retention.KeptEvents;
import io.interlude.schema.SettingsChanged;
import io.interlude.schema.topic.Topics;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// For how long orgs keep their events, by their settings. Safe for use by many threads.
public final class RetentionPolicy implements KeptEvents {
    private static final String SETTINGS_ID = "settings";

    private final Function<OrgId, Optional<SettingsChanged>> settings;
    private final InstantSource clock;

    /// By the settings that the catalogue has.
    public static RetentionPolicy of(CatalogueRecords records, InstantSource clock) {
        return new RetentionPolicy(
                orgId -> records.latest(Topics.SETTINGS, orgId, SETTINGS_ID), clock);
    }

    RetentionPolicy(Function<OrgId, Optional<SettingsChanged>> settings, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /// Empty for an org that keeps its events for ever.
    public Optional<RetentionDays> days(OrgId orgId) {
        return settings.apply(orgId)
                .filter(known -> !known.getArchived())
                .map(SettingsChanged::getRetention)
                .map(retention -> new RetentionDays(retention.getEventDays()));
    }

    @Override
    public int firstKept(OrgId orgId) {
        return days(orgId).map(days -> days.firstKept(clock.instant())).orElse(0);
    }

    @Override
    public Set<String> reportedAttributes(OrgId orgId) {
        return settings.apply(orgId)
                .filter(known -> !known.getArchived())
                .map(SettingsChanged::getReportedAttributes)
                .map(Set::copyOf)
                .orElse(Set.of());
    }
}
