package io.interlude.catalogue.history;

import java.util.List;

/// Some changes, newest first.
///
/// @param more whether there are older ones
public record ChangePage(List<CatalogueChange> changes, boolean more) {
    public ChangePage {
        changes = List.copyOf(changes);
    }
}
