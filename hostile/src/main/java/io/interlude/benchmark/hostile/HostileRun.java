package io.interlude.benchmark.hostile;

import io.interlude.benchmark.hostile.scene.HostileOptions;
import io.interlude.benchmark.hostile.scene.Scene;
import io.interlude.benchmark.hostile.scene.Target;
import io.interlude.benchmark.hostile.scene.Victim;
import io.interlude.benchmark.hostile.scene.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Runs attacks one after the other against one product, and starts another on an empty folder when
/// one was ended or hurt for good. Used by one thread.
public final class HostileRun {
    private static final Duration SETTLE = Duration.ofSeconds(4);
    private static final int READY_SECONDS = 20;
    private static final int CATCH_UP_SECONDS = 60;
    private static final int MOST_RUNS = 3;
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final HostileOptions options;
    private final Consumer<String> progress;
    private final Path folder;
    private @Nullable Target target;
    private @Nullable Victim victim;

    private HostileRun(HostileOptions options, Consumer<String> progress) throws IOException {
        this.options = options;
        this.progress = progress;
        Path given = options.folder();
        folder = given == null ? Files.createTempDirectory("interlude-hostile-") : given;
    }

    /// Runs those that are selected.
    ///
    /// @param progress is told each outcome as it is known
    public static List<Outcome> of(HostileOptions options, Consumer<String> progress)
            throws IOException, InterruptedException {
        List<Outcome> outcomes = new ArrayList<>();
        HostileRun run = new HostileRun(options, progress);
        try {
            progress.accept("everything is in " + run.folder);
            for (Attack attack : Attack.all()) {
                if (options.selects(attack.name())) {
                    outcomes.add(run.repeated(attack));
                }
            }
        } finally {
            run.end();
        }
        return outcomes;
    }

    /// The outcome of the first run that did more, or less, than make fetches late, else of the
    /// last: a machine's hiccup makes one run late, an attack all of them.
    private Outcome repeated(Attack attack) throws IOException, InterruptedException {
        for (int number = 1; ; number++) {
            Outcome outcome = attack(attack, number);
            progress.accept(outcome.row());
            progress.accept("    " + outcome.answers());
            if (!outcome.held()) {
                progress.accept("    " + outcome.explained());
            }
            if (number == MOST_RUNS || !outcome.onlyMadeLate()) {
                return outcome;
            }
        }
    }

    private Outcome attack(Attack attack, int number) throws IOException, InterruptedException {
        Window quiet = quiet();
        Scene scene = new Scene(running(), watching(), options.attack());
        try {
            attack.assault().run(scene);
        } catch (IOException | RuntimeException thrown) {
            scene.require(false, "it could not go on: " + thrown.getMessage());
        }
        Target.pause(SETTLE.toMillis());
        boolean alive = running().awaitReady(READY_SECONDS);
        watching().enter();
        return Outcome.of(attack, number, scene, quiet, alive, options);
    }

    /// A leg without an attack. A product that was hurt by the one before is replaced, once.
    private Window quiet() throws IOException, InterruptedException {
        if (target != null && running().isAlive()) {
            Window quiet = leg(options.quiet());
            if (!isHurt(quiet) && running().awaitReady(READY_SECONDS)) {
                return quiet;
            }
            progress.accept("    still hurt: " + quiet.errors() + ", a product is started anew");
        }
        restart();
        return leg(options.quiet());
    }

    private Window leg(Duration length) throws InterruptedException {
        Window quiet = watching().enter();
        Target.pause(length.toMillis());
        return quiet;
    }

    private boolean isHurt(Window quiet) {
        return quiet.errorCount() > 0 || quiet.reportMillis() > options.reportMillis();
    }

    private void restart() throws IOException, InterruptedException {
        end();
        target = Target.start(folder, options.port());
        victim = Victim.start(running().url());
        Target.pause(options.warmUp().toMillis());
        // What the aggregator has to catch up with after a start is no attack's doing.
        for (int second = 0; second < CATCH_UP_SECONDS && isHurt(leg(SECOND)); second++) {
            progress.accept("    a new product catches up");
        }
    }

    private Target running() {
        if (target == null) {
            throw new IllegalStateException("not started");
        }
        return target;
    }

    private Victim watching() {
        if (victim == null) {
            throw new IllegalStateException("not started");
        }
        return victim;
    }

    private void end() throws InterruptedException {
        if (target != null) {
            target.end();
        }
        if (victim != null) {
            victim.end();
        }
    }
}
