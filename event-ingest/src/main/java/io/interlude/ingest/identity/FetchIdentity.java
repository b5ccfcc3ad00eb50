package io.interlude.ingest.identity;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.FetchIdProof;
import io.interlude.domain.identity.OrgId;
import java.util.Optional;
import java.util.function.IntSupplier;

/// Tells, by arithmetic alone, whether a text is the id of a fetch that this service made for an
/// org.
public final class FetchIdentity {
    private final FetchIdProof proof;
    private final IntSupplier partitionCount;

    public FetchIdentity(FetchIdProof proof, IntSupplier partitionCount) {
        this.proof = proof;
        this.partitionCount = partitionCount;
    }

    /// The fetch that the text names. Malformed, forged and another org's ids are all nothing: the
    /// answer must not tell them apart.
    public Optional<FetchId> prove(String text, OrgId orgId) {
        return FetchId.parse(text).filter(this::hasAPlace).filter(id -> proof.holds(id, orgId));
    }

    private boolean hasAPlace(FetchId fetchId) {
        return fetchId.sandbox() || fetchId.partition() < partitionCount.getAsInt();
    }
}
