package io.interlude.journal.rejected;

import io.interlude.journal.reading.JournalCursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Some refused events in the order in which they were written.
///
/// @param next where to go on; null when there is nothing more now. A page may have few items or
///   none and still not be the last: one page looks at a bounded number of records.
public record RejectedPage(List<KeptRejection> items, @Nullable JournalCursor next) {
    public RejectedPage {
        items = List.copyOf(items);
    }
}
