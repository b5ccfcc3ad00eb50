package io.interlude.local.demo;

import io.interlude.local.options.AskedProduct;
import io.interlude.local.terminal.Terminal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// `./interlude demo`: drives a running product with conversations and ends with a table.
public final class Demo {
    private static final Duration LAST_REACTIONS = Duration.ofSeconds(15);
    private static final int QUIET_PROGRESS_SECONDS = 5;

    private final Terminal terminal;
    private final DemoOptions options;

    private Demo(Terminal terminal, DemoOptions options) {
        this.terminal = terminal;
        this.options = options;
    }

    /// Runs the demo; ends with 1 and one sentence when it can't.
    public static void main(String[] arguments) throws InterruptedException {
        try {
            DemoOptions options = DemoOptions.parse(List.of(arguments), System.getenv());
            new Demo(Terminal.standard(), options).run();
        } catch (IllegalArgumentException | UncheckedIOException e) {
            Terminal.failAndExit(
                    Objects.requireNonNullElse(e.getMessage(), "The demo cannot run."));
        }
    }

    private void run() throws InterruptedException {
        List<DemoConversation> conversations = DemoConversations.load(options.conversations());
        Target target = target();
        MomentStream moments = new MomentStream(conversations, options.seed());
        DemoTally tally = new DemoTally();
        long fetches =
                Math.max(
                        1,
                        Math.round(
                                options.fetchesPerSecond() * options.length().toMillis() / 1_000));
        terminal.line(
                "playing %,d conversations against %s: %,d fetches at %s a second"
                        .formatted(
                                conversations.size(),
                                target.url(),
                                fetches,
                                options.fetchesPerSecond()));
        DemoAudience audience = new DemoAudience(options.seed());
        try (DemoRun run =
                new DemoRun(new AdClient(target.url()), target.publishers(), audience, tally)) {
            long startNanos = System.nanoTime();
            run.start(moments, options.fetchesPerSecond(), fetches);
            showProgress(run, tally, startNanos);
            Duration elapsed = Duration.ofNanos(System.nanoTime() - startNanos);
            terminal.endProgress();
            terminal.line("");
            DemoTable.lines(tally, elapsed).forEach(terminal::line);
        }
    }

    private void showProgress(DemoRun run, DemoTally tally, long startNanos)
            throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        Duration limit = options.length().plus(LAST_REACTIONS);
        int step = terminal.interactive() ? 1 : QUIET_PROGRESS_SECONDS;
        for (int second = 1; !run.finished(); second++) {
            boolean ended = never.await(1, TimeUnit.SECONDS);
            Duration elapsed = Duration.ofNanos(System.nanoTime() - startNanos);
            if (ended || elapsed.compareTo(limit) > 0) {
                return;
            }
            if (second % step == 0) {
                terminal.progress(DemoTable.progress(tally, elapsed));
            }
        }
    }

    private Target target() {
        AskedProduct asked = options.product();
        String key = asked.key();
        if (key != null) {
            return new Target(asked.urlOrLocal(), List.of(new Publisher("", key, List.of())));
        }
        try {
            DemoKeys keys = DemoKeys.require(asked.dataFolder(), "--key");
            return new Target(
                    Objects.requireNonNullElse(asked.url(), keys.url()),
                    keys.applications().stream()
                            .map(entry ->
                                    new Publisher(
                                            entry.applicationId(),
                                            entry.key(),
                                            entry.adUnitCodes()))
                            .toList());
        } catch (IOException e) {
            throw new UncheckedIOException("The demo keys cannot be read: " + e.getMessage(), e);
        }
    }

    private record Target(URI url, List<Publisher> publishers) {}
}
