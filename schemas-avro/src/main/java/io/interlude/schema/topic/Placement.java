package io.interlude.schema.topic;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// The placement of a topic's records, in words: their key, and how each finds its partition.
///
/// @param key what the record's key is
/// @param partition how the record finds its partition
public record Placement(String key, String partition) {
    private static final String FETCH_PARTITION =
            "hash of (org, pseudonym), else any; the fetch id names it";
    private static final Map<String, Placement> TOPIC_TO_PLACEMENT = placements();

    /// The placement of a topic's records.
    ///
    /// @throws IllegalArgumentException if it is none of [Topics#all]
    public static Placement of(Topic<?> topic) {
        Placement placement = TOPIC_TO_PLACEMENT.get(topic.name());
        if (placement == null) {
            throw new IllegalArgumentException("say here how " + topic.name() + " is keyed");
        }
        return placement;
    }

    private static Map<String, Placement> placements() {
        Map<Topic<?>, Placement> placements = new LinkedHashMap<>();
        for (Topic<?> topic : Topics.folded()) {
            placements.put(topic, new Placement("fetch id", "the fetch's"));
        }
        Placement fetch = new Placement("pseudonym, else fetch id", FETCH_PARTITION);
        placements.put(Topics.FETCHES, fetch);
        placements.put(Topics.NO_FILLS, fetch);
        placements.put(Topics.CORRECTIONS, new Placement("fetch id or none", "the event's"));
        placements.put(Topics.REJECTED, new Placement("fetch id or none", "the fetch's, else any"));
        placements.put(
                Topics.ERASED_SUBSCRIBERS, new Placement("pseudonym", "hash of (org, pseudonym)"));
        placements.put(Topics.MANIFESTS, new Placement("`topic/partition`", "the only one"));
        for (Topic<?> topic : Topics.catalogue()) {
            placements.put(topic, new Placement("`org/id`", "the only one"));
        }
        placements.put(Topics.CREATIVES, new Placement("`org/id/version`", "the only one"));
        placements.put(Topics.CATALOGUE_HISTORY, new Placement("`org/kind/id`", "the only one"));
        placements.put(
                Topics.SUBSCRIBER_KEYS, new Placement("`org/generation/path`", "the only one"));
        placements.put(Topics.ERASURES, new Placement("`org/receipt id`", "the only one"));
        placements.put(Topics.KEY_USE, new Placement("`org/key/day/process`", "the only one"));
        placements.put(Topics.ENDED_SESSIONS, new Placement("id", "the only one"));
        placements.put(Topics.AUDITS, new Placement("`org/audit id`", "the only one"));
        placements.put(Topics.SIMULATIONS, new Placement("`org/simulation id`", "the only one"));
        placements.put(Topics.ATTRIBUTIONS, new Placement("`org/attribution id`", "the only one"));
        placements.put(Topics.PACING, new Placement("line item", "hash of the key"));
        placements.put(Topics.ENGAGEMENT, new Placement("creative", "hash of the key"));
        placements.put(Topics.ROLLUPS, new Placement("cell", "hash of the key"));
        return placements.entrySet().stream()
                .collect(
                        Collectors.toUnmodifiableMap(
                                entry -> entry.getKey().name(), Map.Entry::getValue));
    }
}
