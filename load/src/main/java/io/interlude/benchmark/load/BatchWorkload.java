package io.interlude.benchmark.load;

import io.interlude.benchmark.load.floor.RawConnection;
import io.interlude.benchmark.load.floor.RawConnection.Answer;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Batches of a hundred events of about 400 bytes, for fetches made before. The table counts
/// requests: a hundred times as many are events.
final class BatchWorkload implements Workload {
    static final int EVENTS = 100;
    private static final String RECORDED = "\"status\":201";

    private final URI base;
    private final String headers;
    private final EventWorkload events;
    private final LongAdder recorded = new LongAdder();

    BatchWorkload(URI base, String key, List<String> fetchIds) {
        this.base = base;
        this.headers = "Authorization: Bearer " + key + "\r\n";
        this.events = new EventWorkload(base, key, fetchIds);
    }

    @Override
    public String name() {
        return "batch of " + EVENTS;
    }

    @Override
    public byte[] request(long index) {
        String body =
                IntStream.range(0, EVENTS)
                        .mapToObj(i -> events.body(index * EVENTS + i))
                        .collect(Collectors.joining(",", "{\"events\":[", "]}"));
        return RawConnection.request("POST", base, "/v1/events", headers, body);
    }

    @Override
    public boolean succeeded(Answer answer) {
        int results = answer.status() == 200 ? count(answer.body()) : 0;
        recorded.add(results);
        return results == EVENTS;
    }

    private static int count(String body) {
        int count = 0;
        for (int at = body.indexOf(RECORDED); at >= 0; at = body.indexOf(RECORDED, at + 1)) {
            count++;
        }
        return count;
    }

    /// How many events were answered 201: as many records the journal must hold.
    long recorded() {
        return recorded.sum();
    }
}
