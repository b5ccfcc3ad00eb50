package io.interlude.journal.history;

import io.interlude.schema.AdFetched;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionGoal;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Leaves of the records that others are judged by only what verdicts and filters need: a client
/// says how large the rest is. Used by one thread.
final class LookedBack {
    /// What is kept of a fetch, as bytes of a record: ids, codes and times, and the ids of its
    /// first events.
    static final int FETCH_BYTES = 1_024;

    /// Events of a fetch that are part of that.
    static final int FIRST_EVENTS = 4;

    /// Fetches of a line item share them: there are as many as in the catalogue.
    private final Map<List<ConversionGoal>, List<ConversionGoal>> goals = new HashMap<>();

    /// The same record, without the rest.
    PlacedRecord of(PlacedRecord record) {
        switch (record.event()) {
            case AdFetched fetched -> {
                fetched.setAttributesJson("{}");
                fetched.setContextHash(null);
                fetched.setCandidates(List.of());
                fetched.setFrequencyScopes(List.of());
                fetched.setState(null);
                fetched.setKeyedRequest(null);
                fetched.setShadows(null);
                fetched.setEncrypted(null);
                fetched.setConversionGoals(
                        goals.computeIfAbsent(fetched.getConversionGoals(), List::copyOf));
            }
            case ClickRecorded click -> {
                click.setEventDataJson(null);
                click.setEncrypted(null);
            }
            case ConversionRecorded conversion -> {
                conversion.setEventDataJson(null);
                conversion.setEncrypted(null);
            }
            case CustomEventRecorded custom -> {
                custom.setEventDataJson(null);
                custom.setEncrypted(null);
            }
            case DeliveryRecorded delivery -> {
                delivery.setEventDataJson(null);
                delivery.setEncrypted(null);
            }
            default -> {}
        }
        return record;
    }
}
