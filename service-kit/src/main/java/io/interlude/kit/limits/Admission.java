package io.interlude.kit.limits;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// Lets only so many requests be under way at once, and refuses the next one at once: a queue would
/// only make everybody late. Safe for use by many threads.
public final class Admission {
    private final Map<Share, Room> shareToRoom = new EnumMap<>(Share.class);

    /// @param shareToMost most requests of a share at once; a share without a number has no bound
    public Admission(Map<Share, Integer> shareToMost, MeterRegistry meters) {
        for (Share share : Share.values()) {
            int most = shareToMost.getOrDefault(share, Integer.MAX_VALUE);
            shareToRoom.put(share, new Room(most, inFlight(share, meters), refused(share, meters)));
        }
    }

    /// Takes a place, if there is one. Whoever got one gives it back with [#leave].
    public boolean enter(Share share) {
        return room(share).enter();
    }

    public void leave(Share share) {
        room(share).inFlight().decrementAndGet();
    }

    private Room room(Share share) {
        Room room = shareToRoom.get(share);
        if (room == null) {
            throw new IllegalArgumentException("no such share: " + share);
        }
        return room;
    }

    private static AtomicInteger inFlight(Share share, MeterRegistry meters) {
        AtomicInteger inFlight = new AtomicInteger();
        Gauge.builder("http.server.requests.in.flight", inFlight, AtomicInteger::get)
                .description("Requests under way.")
                .tag("share", share.label())
                .strongReference(true)
                .register(meters);
        return inFlight;
    }

    private static Counter refused(Share share, MeterRegistry meters) {
        return Counter.builder("http.server.overloaded")
                .description("Requests refused because too many were under way.")
                .tag("share", share.label())
                .register(meters);
    }

    private record Room(int most, AtomicInteger inFlight, Counter refused) {
        boolean enter() {
            if (inFlight.incrementAndGet() <= most) {
                return true;
            }
            inFlight.decrementAndGet();
            refused.increment();
            return false;
        }
    }
}
