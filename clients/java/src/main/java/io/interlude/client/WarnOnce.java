package io.interlude.client;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Enough to find a wrong key, and no flood while a server is away.
final class WarnOnce implements Consumer<Problem> {
    private static final Logger LOG = System.getLogger("interlude");

    /// Reasons are the server's words: a bound on how many are kept.
    private static final int MOST_REASONS = 1_000;

    private final Set<String> told = ConcurrentHashMap.newKeySet();

    @Override
    public void accept(Problem problem) {
        boolean first =
                told.size() < MOST_REASONS
                        && told.add(problem.operation() + ' ' + problem.reason());
        LOG.log(
                first ? Level.WARNING : Level.DEBUG,
                () ->
                        problem.operation()
                                + ": "
                                + problem.reason()
                                + (problem.message() == null ? "" : ": " + problem.message()));
    }
}
