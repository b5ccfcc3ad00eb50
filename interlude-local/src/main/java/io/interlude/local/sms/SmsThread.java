package io.interlude.local.sms;

import io.interlude.flow.FlowEvent;
import io.interlude.flow.FlowExecutor;
import io.interlude.flow.Input;
import io.interlude.flow.Presented;
import io.interlude.flow.Surface;
import io.interlude.flow.TextRendering;
import io.interlude.flow.WalkState;
import io.interlude.flow.WalkStep;
import io.interlude.local.terminal.Terminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One thread of text messages: shows what the flow sends, reads a reply a line, and tells which
/// events are reported. Keeps nothing of the replies.
///
/// Two lines are no replies but stand for what a telephone does: `:open` follows the link that a
/// flow ended with, `:silence` lets the time run out. The end of the replies is an exit.
final class SmsThread {
    private static final String OPEN = ":open";
    private static final String SILENCE = ":silence";

    private final FlowExecutor executor = new FlowExecutor(Surface.SMS);
    private final ServedFlow flow;
    private final BufferedReader replies;
    private final Terminal terminal;

    SmsThread(ServedFlow flow, BufferedReader replies, Terminal terminal) {
        this.flow = flow;
        this.replies = replies;
        this.terminal = terminal;
    }

    /// Plays the flow to its end.
    ///
    /// @return the state that it ended in
    WalkState play() throws IOException {
        WalkStep step = executor.start(flow.payload());
        tell(step);
        while (!step.state().over()) {
            step = executor.step(flow.payload(), step.state(), next(step.state()));
            tell(step);
        }
        terminal.line("-- " + ending(step.state()));
        if (step.present().stream().anyMatch(Presented.Handoff.class::isInstance)) {
            follow(step.state());
        }
        return step.state();
    }

    private Input next(WalkState state) throws IOException {
        @Nullable String reply = replies.readLine();
        if (reply == null) {
            return new Input.Exit();
        }
        return reply.strip().equals(SILENCE)
                ? new Input.Timeout()
                : TextRendering.read(executor.choicesAt(flow.payload(), state), reply);
    }

    private void follow(WalkState ended) throws IOException {
        terminal.line("-- " + OPEN + " follows the link, anything else leaves it");
        Optional<String> reply = Optional.ofNullable(replies.readLine());
        if (reply.isPresent() && reply.get().strip().equals(OPEN)) {
            tell(executor.step(flow.payload(), ended, new Input.Activate()));
        }
    }

    private void tell(WalkStep step) {
        for (String text : TextRendering.render(step.present())) {
            terminal.line("");
            text.lines().forEach(line -> terminal.line("  " + line));
        }
        if (!step.present().isEmpty()) {
            terminal.line("");
        }
        for (FlowEvent event : step.events()) {
            terminal.line("-- " + event.eventType() + " " + data(event));
        }
        flow.report().accept(step.events());
    }

    private static String data(FlowEvent event) {
        return new TreeMap<>(event.eventData())
                .entrySet().stream()
                        .map(field -> field.getKey() + "=" + field.getValue())
                        .collect(Collectors.joining(" "));
    }

    private static String ending(WalkState state) {
        WalkState.Reason reason = state.reason();
        return "the flow is over: %s, %d turns"
                .formatted(reason == null ? "complete" : reason.wireName(), state.turns());
    }
}
