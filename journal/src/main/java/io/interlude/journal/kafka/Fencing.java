package io.interlude.journal.kafka;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Producers of one transactional id in several processes: each takes the place of the one before,
/// which learns of it at its next transaction. That is no fault, and the way in which they take
/// turns.
public final class Fencing {
    /// How often one change takes the place back. Of two that never stop writing each gets its turn
    /// after two or three.
    public static final int MOST_TURNS = 8;

    private static final long FIRST_WAIT_MILLIS = 20;

    private Fencing() {}

    /// Whether a transaction may have failed because another producer has the place. A broker that
    /// is ending it for the next producer answers the former in several ways, an unexpected error
    /// among them; so this is everything but a broker that does not answer or does not let in. Of a
    /// transaction that was being committed it does not tell how that ended.
    public static boolean caused(@Nullable Throwable failure) {
        return switch (failure) {
            case null -> true;
            case TimeoutException _ -> false;
            case AuthenticationException _ -> false;
            case AuthorizationException _ -> false;
            default -> caused(failure.getCause());
        };
    }

    /// Leaves the place to the other one for a while: not at all the first time, and then at random
    /// up to twice as long each time, so that one of the two gets done what it has.
    ///
    /// @param turn how often the place was lost, from 1
    public static void standBack(int turn) {
        if (turn > 1) {
            long most = FIRST_WAIT_MILLIS << (turn - 1);
            long millis = ThreadLocalRandom.current().nextLong(most / 2, most);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
        }
    }
}
