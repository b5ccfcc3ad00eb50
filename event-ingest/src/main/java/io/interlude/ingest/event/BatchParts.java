package io.interlude.ingest.event;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Tells the events of one batch apart under the batch's `Idempotency-Key`: by what they say, and
/// those that say the same by their order. So an event keeps its id in whichever batch it is sent
/// again, with all the others or only with those that failed. Used by one thread.
final class BatchParts {
    private final Map<String, Integer> textToCount = new HashMap<>();

    /// The circumstances of the next event of the batch.
    Submission of(JsonNode event, Submission batch) {
        if (batch.idempotencyKey() == null) {
            return batch;
        }
        String text = event.toString();
        int count = textToCount.merge(text, 1, Integer::sum);
        return batch.ofPart(count == 1 ? text : text + '\0' + count);
    }
}
