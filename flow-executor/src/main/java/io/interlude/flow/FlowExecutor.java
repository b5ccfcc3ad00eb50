package io.interlude.flow;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Walks flows: given the flow, the state and an input, says what to present, what to report, and
/// the next state. Pure and safe for use by many threads, as long as the matcher is.
///
/// Nothing that an advertiser's payload holds makes it throw. A flow that it cannot run, for its
/// major version or because it is not sound, ends as abandoned with the reason `unsupported_spec`:
/// at the start, or at the node that leads nowhere. An exception of the matcher is passed on.
public final class FlowExecutor {
    private final Surface surface;
    private final IntentMatcher matcher;

    /// An executor that matches intents by keywords.
    public FlowExecutor(Surface surface) {
        this(surface, new KeywordMatcher());
    }

    public FlowExecutor(Surface surface, IntentMatcher matcher) {
        this.surface = surface;
        this.matcher = matcher;
    }

    /// Starts a flow.
    ///
    /// @param flow the payload as any JSON library gives it: maps, lists, texts, numbers
    public WalkStep start(Map<String, ? extends @Nullable Object> flow) {
        return walk(flow, WalkState.BEFORE_START).start();
    }

    /// Takes one input. What cannot be taken here (a choice that is not offered, anything but
    /// [Input.Activate] after the end) changes, presents and reports nothing.
    ///
    /// @param flow the payload that the walk was started with
    /// @param state of the step before
    public WalkStep step(
            Map<String, ? extends @Nullable Object> flow, WalkState state, Input input) {
        return walk(flow, state).take(input);
    }

    private Walk walk(Map<String, ? extends @Nullable Object> flow, WalkState state) {
        return new Walk(new FlowPayload(flow), state, surface, matcher);
    }

    /// What the person is asked at present, as it was presented: for hosts that keep the state
    /// only.
    public Optional<Presented.Choices> choicesAt(
            Map<String, ? extends @Nullable Object> flow, WalkState state) {
        PayloadNode node = state.over() ? null : new FlowPayload(flow).node(state.nodeId());
        return node instanceof PayloadNode.ChoiceSet choiceSet
                ? Optional.of(choiceSet.presented(surface, false))
                : Optional.empty();
    }

    /// What a conversion node says of its conversion, in the form of a conversion event's data:
    /// `conversionName`, and `value` and `cur` if given. No executor reports it; a publisher who
    /// wants it counted does, with a key that may.
    ///
    /// @return empty for any other node
    public static Optional<Map<String, Object>> conversionAt(
            Map<String, ? extends @Nullable Object> flow, String nodeId) {
        Map<?, ?> action = new FlowPayload(flow).actionOf(nodeId);
        if (!"conversion".equals(action.get("kind"))
                || !(action.get("conversionName") instanceof String name)) {
            return Optional.empty();
        }
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("conversionName", name);
        if (action.get("value") instanceof Number value) {
            data.put("value", value);
        }
        if (action.get("cur") instanceof String currency) {
            data.put("cur", currency);
        }
        return Optional.of(data);
    }
}
