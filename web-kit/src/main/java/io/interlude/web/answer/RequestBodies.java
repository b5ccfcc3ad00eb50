package io.interlude.web.answer;

import io.interlude.web.limits.Place;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.util.Arrays;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// Reads whole request bodies. What arrives is copied at once, so that the sockets' own memory is
/// free for the next, and counted for the request's owner before memory is filled with it.
public final class RequestBodies {
    /// A body that has begun to arrive is counted as at least so many bytes until it is whole: so
    /// an owner can have only so many bodies that never end.
    public static final int ARRIVING_BYTES = 128 * 1_024;

    private RequestBodies() {}

    /// The bytes of the body; nothing if there are none. Fails with `payload_too_large` over
    /// `maxBytes`, and as `overloaded` when the owner of the request holds its share already.
    public static Mono<byte[]> read(ServerRequest request, int maxBytes) {
        if (request.headers().contentLength().orElse(-1) > maxBytes) {
            return Mono.error(tooLarge(maxBytes));
        }
        Flux<DataBuffer> body = request.exchange().getRequest().getBody();
        return Mono.defer(() -> {
            Arriving arriving = new Arriving(Place.of(request), maxBytes);
            return body.doOnDiscard(DataBuffer.class, DataBufferUtils::release)
                    .doOnNext(arriving::add)
                    .then(Mono.fromSupplier(arriving::whole))
                    .filter(bytes -> bytes.length > 0);
        });
    }

    private static ProblemException tooLarge(int maxBytes) {
        return Problem.of(
                        Reason.PAYLOAD_TOO_LARGE,
                        "The body is larger than " + maxBytes + " bytes: send less.")
                .exception();
    }

    /// The part that is here. Used by one thread at a time.
    private static final class Arriving {
        private final Place place;
        private final int maxBytes;
        private byte[] bytes = new byte[0];
        private int count;
        private long taken;

        Arriving(Place place, int maxBytes) {
            this.place = place;
            this.maxBytes = maxBytes;
            taken = ARRIVING_BYTES;
            place.take(taken);
        }

        void add(DataBuffer buffer) {
            try {
                int more = buffer.readableByteCount();
                if (more > maxBytes - count) {
                    throw tooLarge(maxBytes);
                }
                makeRoom(count + more);
                buffer.read(bytes, count, more);
                count += more;
            } finally {
                DataBufferUtils.release(buffer);
            }
        }

        private void makeRoom(int needed) {
            if (needed <= bytes.length) {
                return;
            }
            int larger = (int) Math.min(maxBytes, Math.max(2L * bytes.length, needed));
            // While it is copied both are there.
            long both = (long) larger + bytes.length;
            if (both > taken) {
                place.take(both - taken);
                taken = both;
            }
            bytes = Arrays.copyOf(bytes, larger);
        }

        byte[] whole() {
            byte[] whole = count == bytes.length ? bytes : Arrays.copyOf(bytes, count);
            place.giveBack(taken - count);
            return whole;
        }
    }
}
