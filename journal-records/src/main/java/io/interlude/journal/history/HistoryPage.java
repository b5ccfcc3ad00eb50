package io.interlude.journal.history;

import io.interlude.journal.reading.JournalCursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A page of the journal. It can be short, and even empty, with another to follow: a page takes
/// limited time.
///
/// @param next where the next page begins; null after the last one
public record HistoryPage(List<JudgedEvent> items, @Nullable JournalCursor next) {
    public HistoryPage {
        items = List.copyOf(items);
    }
}
