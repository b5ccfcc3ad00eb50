package io.interlude.report.audit;

import java.time.Instant;
import java.util.List;
import java.util.Locale;

/// The findings of an audit in the journal's manifests.
///
/// @param verified manifests that agree with the journal
/// @param unsealed hours of partitions that have records and no manifest yet
/// @param notAvailable manifests of hours that retention deleted, in whole or in part: they are
///   signed and in their place, and more cannot be told
/// @param broken the first manifests that do not agree
/// @param brokenCount all of them
public record ManifestFindings(
        long verified,
        long unsealed,
        long notAvailable,
        List<BrokenHour> broken,
        long brokenCount) {
    /// Without manifests.
    public static final ManifestFindings NONE = new ManifestFindings(0, 0, 0, List.of(), 0);

    public ManifestFindings {
        broken = List.copyOf(broken);
    }

    /// An hour of a partition that is not as it was sealed.
    public record BrokenHour(
            String topic,
            int partition,
            Instant hour,
            long firstOffset,
            long lastOffset,
            Damage problem) {}

    /// The kinds of damage to an hour.
    public enum Damage {
        SIGNATURE("The manifest is not signed with a known key, or was altered."),
        MANIFEST_MISSING("A manifest before this one is gone."),
        CHAIN("The manifest does not follow from the one before it."),
        MISSING_RECORDS("Records are gone from the journal."),
        ADDED_RECORDS("The journal has records that were not there when the hour was sealed."),
        ALTERED("Records of the journal were altered.");

        private final String description;

        Damage(String description) {
            this.description = description;
        }

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        public String description() {
            return description;
        }
    }
}
