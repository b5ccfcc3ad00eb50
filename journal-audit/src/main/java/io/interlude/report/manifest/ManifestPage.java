package io.interlude.report.manifest;

import io.interlude.schema.HourSealed;
import java.util.List;

/// Manifests, and where the next page begins.
///
/// @param nextOffset in the topic; [#NO_MORE] after the last page
record ManifestPage(List<Item> items, long nextOffset) {
    static final long NO_MORE = -1;

    ManifestPage {
        items = List.copyOf(items);
    }

    boolean isLast() {
        return nextOffset == NO_MORE;
    }

    /// A manifest, and where the list goes on after it.
    record Item(HourSealed manifest, long nextOffset) {}
}
