package io.interlude.client;

import io.interlude.client.api.Event;
import io.interlude.client.api.EventType;
import io.interlude.client.api.ServedFlow;
import io.interlude.flow.FlowExecutor;
import io.interlude.flow.Input;
import io.interlude.flow.IntentMatcher;
import io.interlude.flow.KeywordMatcher;
import io.interlude.flow.Presented;
import io.interlude.flow.Surface;
import io.interlude.flow.TextRendering;
import io.interlude.flow.WalkState;
import io.interlude.flow.WalkStep;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One walk through one flow. Each input gives what to show next; events are reported by
/// themselves. For one thread at a time.
public final class FlowSession {
    private final String messageId;
    private final Map<String, @Nullable Object> flow;
    private final Surface surface;
    private final FlowExecutor executor;
    private final Consumer<Event> report;
    private final List<Presented> presented;
    private WalkState state;

    FlowSession(Ad<ServedFlow> ad, Options options, Consumer<Event> report) {
        this.messageId = ad.messageId();
        this.flow = ad.payload().json();
        this.surface = options.surface;
        this.executor = new FlowExecutor(surface, careful(options.classify));
        this.report = report;
        WalkState kept = options.resumeAt;
        if (kept == null) {
            WalkStep first = executor.start(flow);
            this.state = first.state();
            this.presented = first.present();
            tell(first);
        } else {
            this.state = kept;
            this.presented = List.of();
        }
    }

    /// The options of a walk.
    ///
    /// @param classify finds the intent of words, a language model for instance; a failure counts
    ///   as none
    /// @param resumeAt a [FlowSession#state] that was kept; null to start
    public record Options(Surface surface, IntentMatcher classify, @Nullable WalkState resumeAt) {
        /// In a page, by keywords, from the start.
        public static Options usual() {
            return new Options(Surface.WEB, new KeywordMatcher(), null);
        }

        public Options surface(Surface changed) {
            return new Options(changed, classify, resumeAt);
        }

        public Options classify(IntentMatcher changed) {
            return new Options(surface, changed, resumeAt);
        }

        public Options resumeAt(WalkState changed) {
            return new Options(surface, classify, changed);
        }
    }

    /// The items that the start shows; empty for a resumed walk, and for a flow that cannot be run.
    public List<Presented> presented() {
        return presented;
    }

    /// Keep [WalkState#json] to resume the walk later. It holds no word of the person's.
    public WalkState state() {
        return state;
    }

    public boolean ended() {
        return state.over();
    }

    /// The question that is open.
    public Optional<Presented.Choices> choices() {
        return executor.choicesAt(flow, state);
    }

    /// A tap on a choice.
    public List<Presented> choose(String choiceId) {
        return step(new Input.Choice(choiceId));
    }

    /// Words of the person. They go to `classify` and nowhere else. On other surfaces than a page,
    /// numbers, labels and STOP are understood too.
    public List<Presented> read(String text) {
        return step(
                surface == Surface.WEB
                        ? new Input.Text(text)
                        : TextRendering.read(choices(), text));
    }

    /// The link of a hand-off was followed.
    public void activate() {
        step(new Input.Activate());
    }

    /// The person changes the subject, objects or closes the flow.
    public void leave() {
        step(new Input.Exit());
    }

    /// The person has been silent for too long; see [io.interlude.flow.IdleTime].
    public void timeOut() {
        step(new Input.Timeout());
    }

    private List<Presented> step(Input input) {
        WalkStep step = executor.step(flow, state, input);
        state = step.state();
        tell(step);
        return step.present();
    }

    private void tell(WalkStep step) {
        step.events()
                .forEach(event ->
                        report.accept(
                                Event.of(messageId, EventType.of(event.eventType()))
                                        .eventData(event.eventData())));
    }

    private static IntentMatcher careful(IntentMatcher matcher) {
        return (text, intents) -> {
            try {
                return matcher.match(text, intents);
            } catch (RuntimeException e) {
                return Optional.empty();
            }
        };
    }
}
