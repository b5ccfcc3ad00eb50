package io.interlude.catalogue.snapshot;

import io.interlude.domain.catalogue.OrgCatalogue;

/// Is told of every new snapshot, before any reader sees it.
public interface CatalogueListener {
    /// Runs on the thread that reads the catalogue, so whatever it waits for delays every change of
    /// the catalogue: it must return within a fraction of a second, and throws nothing.
    void onSnapshot(OrgCatalogue snapshot);
}
