package io.interlude.context.engine;

import io.interlude.context.embedding.ReaderUnavailableException;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.context.ContextEngine;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.identity.OrgId;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Stands for an engine that is not there yet: until it is, no context is read, and of each org the
/// newest snapshot waits for it. Safe for use by many threads.
public final class AwaitedEngine implements ContextEngine {
    private final Map<OrgId, OrgCatalogue> orgToSnapshot = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> indexed;
    private volatile @Nullable ContextEngine engine;

    /// @param awaited never completes with an engine if none can be made
    public AwaitedEngine(CompletableFuture<? extends ContextEngine> awaited) {
        indexed = awaited.thenCompose(this::take);
    }

    /// A snapshot that comes between the two looks is found by the second, or finds the engine.
    private CompletableFuture<Void> take(ContextEngine arrived) {
        CompletableFuture<Void> _ = indexAll(arrived);
        engine = arrived;
        return indexAll(arrived);
    }

    private CompletableFuture<Void> indexAll(ContextEngine arrived) {
        return CompletableFuture.allOf(
                orgToSnapshot.values().stream()
                        .map(arrived::index)
                        .toArray(CompletableFuture<?>[]::new));
    }

    @Override
    public CompletableFuture<Void> index(OrgCatalogue catalogue) {
        orgToSnapshot.merge(catalogue.orgId(), catalogue, AwaitedEngine::newer);
        ContextEngine arrived = engine;
        return arrived == null ? indexed : arrived.index(catalogue);
    }

    private static OrgCatalogue newer(OrgCatalogue before, OrgCatalogue after) {
        return after.revision() >= before.revision() ? after : before;
    }

    @Override
    public ContextReading read(Conversation conversation, OrgCatalogue catalogue) {
        ContextEngine arrived = engine;
        if (arrived == null) {
            throw new ReaderUnavailableException("nothing is learned for the reader yet");
        }
        return arrived.read(conversation, catalogue);
    }
}
