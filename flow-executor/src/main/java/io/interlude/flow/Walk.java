package io.interlude.flow;

import io.interlude.flow.PayloadNode.ChoiceSet;
import io.interlude.flow.PayloadNode.IntentEdge;
import io.interlude.flow.WalkState.End;
import io.interlude.flow.WalkState.Reason;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One step of a walk while it is made.
final class Walk {
    /// Most turns that an event may tell; far beyond any real walk.
    private static final int MOST_TURNS = 10_000;

    private final FlowPayload flow;
    private final Surface surface;
    private final IntentMatcher matcher;
    private final List<Presented> present = new ArrayList<>();
    private final List<FlowEvent> events = new ArrayList<>();
    private final WalkState before;
    private @Nullable String nodeId;
    private int turns;
    private int misses;
    private @Nullable End ended;
    private @Nullable Reason reason;

    Walk(FlowPayload flow, WalkState state, Surface surface, IntentMatcher matcher) {
        this.flow = flow;
        this.surface = surface;
        this.matcher = matcher;
        this.before = state;
        this.nodeId = state.nodeId();
        this.turns = state.turns();
        this.misses = state.misses();
        this.ended = state.ended();
        this.reason = state.reason();
    }

    WalkStep start() {
        String disclosure = flow.disclosure();
        String entry = flow.entryNodeId();
        boolean runnable =
                flow.hasKnownVersion() && flow.node(entry) instanceof PayloadNode.Message;
        if (runnable && disclosure != null) {
            present.add(new Presented.Disclosure(disclosure));
            enter(entry);
        } else {
            abandon(Reason.UNSUPPORTED_SPEC);
        }
        return result();
    }

    WalkStep take(Input input) {
        if (before.over()) {
            takeAfterEnd(input);
        } else {
            takeUnderWay(input);
        }
        return result();
    }

    private WalkStep result() {
        return new WalkStep(new WalkState(nodeId, turns, misses, ended, reason), present, events);
    }

    private void takeUnderWay(Input input) {
        switch (input) {
            case Input.Choice choice -> choose(choice.choiceId());
            case Input.Text text -> read(text.text());
            case Input.Exit() -> abandon(Reason.USER_EXIT);
            case Input.Timeout() -> abandon(Reason.TIMEOUT);
            case Input.Activate() -> {}
        }
    }

    private void takeAfterEnd(Input input) {
        if (input instanceof Input.Activate
                && ended == End.COMPLETE
                && flow.node(nodeId) instanceof PayloadNode.LinkAction link
                && link.handoff()) {
            report("handoff_click", Map.of("nodeId", link.id(), "handoffKind", "url"));
        }
    }

    private void choose(String choiceId) {
        if (!(flow.node(nodeId) instanceof ChoiceSet node)) {
            return;
        }
        Optional<PayloadNode.Choice> chosen =
                node.choices().stream().filter(choice -> choice.id().equals(choiceId)).findFirst();
        if (chosen.isPresent()) {
            report("choice_tap", Map.of("nodeId", node.id(), "choiceId", choiceId));
            enter(chosen.get().target());
        }
    }

    private void read(String text) {
        if (!(flow.node(nodeId) instanceof ChoiceSet node)) {
            return;
        }
        Optional<IntentEdge> matched = match(text, node);
        if (matched.isPresent()) {
            String intent = matched.get().intent().name();
            report("nlu_match", Map.of("nodeId", node.id(), "intent", intent));
            enter(matched.get().target());
        } else if (node.noMatchTarget() != null) {
            enter(node.noMatchTarget());
        } else {
            miss(node);
        }
    }

    private Optional<IntentEdge> match(String text, ChoiceSet node) {
        if (node.intents().isEmpty()) {
            return Optional.empty();
        }
        List<Intent> intents = node.intents().stream().map(IntentEdge::intent).toList();
        Optional<String> name = matcher.match(text, intents);
        return node.intents().stream()
                .filter(edge -> name.isPresent() && edge.intent().name().equals(name.get()))
                .findFirst();
    }

    private void miss(ChoiceSet node) {
        misses++;
        if (misses > 1) {
            abandon(Reason.NO_MATCH);
        } else {
            present.add(node.presented(surface, true));
        }
    }

    /// Goes to a node and on, until the person has to say something or the flow ends.
    private void enter(@Nullable String target) {
        Set<String> entered = new HashSet<>();
        Optional<String> next = Optional.ofNullable(target);
        boolean goesOn = true;
        while (goesOn) {
            PayloadNode node = flow.node(next.orElse(null));
            if (node == null || !entered.add(node.id())) {
                abandon(Reason.UNSUPPORTED_SPEC);
                return;
            }
            goesOn = visit(node);
            next = Optional.ofNullable(node.next());
        }
    }

    /// Presents a node; returns whether the walk goes on by itself.
    private boolean visit(PayloadNode node) {
        nodeId = node.id();
        misses = 0;
        report("node_visit", Map.of("nodeId", node.id()));
        return switch (node) {
            case PayloadNode.Message message -> {
                turn(message.presented(surface));
                yield true;
            }
            case ChoiceSet choiceSet -> {
                turn(choiceSet.presented(surface, false));
                yield false;
            }
            case PayloadNode.LinkAction link -> {
                present.add(link.presented());
                yield complete(link);
            }
            case PayloadNode.End end -> {
                present.add(new Presented.Closing(end.id(), end.text()));
                yield complete(end);
            }
            case PayloadNode.Conversion conversion -> {
                convert(conversion);
                yield conversion.next() != null || complete(conversion);
            }
        };
    }

    private void turn(Presented shown) {
        turns = Math.min(turns + 1, MOST_TURNS);
        present.add(shown);
    }

    private void convert(PayloadNode.Conversion conversion) {
        if (conversion.text() != null) {
            present.add(new Presented.Closing(conversion.id(), conversion.text()));
        }
    }

    /// Always false: the walk does not go on.
    private boolean complete(PayloadNode node) {
        ended = End.COMPLETE;
        report("flow_complete", Map.of("terminalNodeId", node.id(), "turns", turns));
        return false;
    }

    private void abandon(Reason why) {
        ended = End.ABANDON;
        reason = why;
        Map<String, Object> data =
                nodeId == null
                        ? Map.of("turns", turns, "reason", why.wireName())
                        : Map.of("lastNodeId", nodeId, "turns", turns, "reason", why.wireName());
        report("flow_abandon", data);
    }

    private void report(String eventType, Map<String, Object> eventData) {
        events.add(new FlowEvent(eventType, eventData));
    }
}
