package io.interlude.aggregate.state;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.ProcessorNode;
import org.apache.kafka.streams.processor.internals.ProcessorRecordContext;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A store that holds nothing, and lets its processor act when the task is about to commit: what is
/// written and forwarded then is in the transaction.
///
/// So a processor keeps in memory what its records change, and writes each key once a commit. That
/// is what Streams' own caches do, by the same means, but they encode every value at every record.
/// The means are not part of Streams' public interface; no other class of ours uses any such.
public final class PreCommitHook implements StateStore, CachedStateStore<Object, Object> {
    private static final Logger LOG = LoggerFactory.getLogger(PreCommitHook.class);
    private static final String SUFFIX = "-commit";

    private final String name;
    private boolean open;
    private @Nullable Runnable action;

    private PreCommitHook(String name) {
        this.name = name;
    }

    /// Name of the one that stands beside a store.
    public static String nameOf(String storeName) {
        return storeName + SUFFIX;
    }

    /// Builds the one beside a store, for each task. A processor that writes to the store has both.
    public static StoreBuilder<PreCommitHook> builder(String storeName) {
        return new Builder(nameOf(storeName));
    }

    /// Sets what is done before each commit, as if by the processor: it may use its stores and
    /// forward.
    ///
    /// @param context of the processor, which calls this in its `init`
    /// @param storeName the store that it keeps changes of
    public static void act(ProcessorContext<?, ?> context, String storeName, Runnable action) {
        InternalProcessorContext<?, ?> internal = (InternalProcessorContext<?, ?>) context;
        ProcessorNode<?, ?, ?, ?> node = internal.currentNode();
        PreCommitHook commit = context.getStateStore(nameOf(storeName));
        commit.action = () -> actAs(node, internal, action);
    }

    /// Does one part of what is done before a commit. A failure of the part itself would come again
    /// at each commit: what fails so is left out.
    ///
    /// @param what names the part in the log
    public static void part(Object what, Runnable part) {
        try {
            part.run();
        } catch (RuntimeException e) {
            Failures.requireOfRecord(e);
            LOG.error("event=sum_left_out sum={}", what, e);
        }
    }

    private static void actAs(
            ProcessorNode<?, ?, ?, ?> node,
            InternalProcessorContext<?, ?> context,
            Runnable action) {
        ProcessorNode<?, ?, ?, ?> nodeBefore = context.currentNode();
        ProcessorRecordContext recordBefore = context.recordContext();
        context.setCurrentNode(node);
        context.setRecordContext(
                new ProcessorRecordContext(
                        context.currentSystemTimeMs(), -1, -1, null, new RecordHeaders()));
        try {
            action.run();
        } finally {
            context.setCurrentNode(nodeBefore);
            context.setRecordContext(recordBefore);
        }
    }

    @Override
    public void flushCache() {
        Runnable present = action;
        if (present != null) {
            present.run();
        }
    }

    @Override
    public void clearCache() {
        // What the processor holds goes with the processor.
    }

    @Override
    public boolean setFlushListener(
            CacheFlushListener<Object, Object> listener, boolean sendOldValues) {
        return false;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        context.register(root, (_, _) -> {});
        open = true;
    }

    @Override
    public void close() {
        action = null;
        open = false;
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    private record Builder(String name) implements StoreBuilder<PreCommitHook> {
        Builder {
            requireNonNull(name, "name is null");
        }

        @Override
        public PreCommitHook build() {
            return new PreCommitHook(name);
        }

        @Override
        public StoreBuilder<PreCommitHook> withCachingEnabled() {
            return this;
        }

        @Override
        public StoreBuilder<PreCommitHook> withCachingDisabled() {
            return this;
        }

        @Override
        public StoreBuilder<PreCommitHook> withLoggingEnabled(Map<String, String> config) {
            throw new UnsupportedOperationException("there is nothing to log");
        }

        @Override
        public StoreBuilder<PreCommitHook> withLoggingDisabled() {
            return this;
        }

        @Override
        public Map<String, String> logConfig() {
            return Map.of();
        }

        @Override
        public boolean loggingEnabled() {
            return false;
        }
    }
}
