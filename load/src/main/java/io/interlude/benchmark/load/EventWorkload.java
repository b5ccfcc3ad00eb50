package io.interlude.benchmark.load;

import io.interlude.benchmark.load.floor.RawConnection;
import io.interlude.benchmark.load.floor.RawConnection.Answer;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/// Events of about 400 bytes, one a request, for fetches made before.
final class EventWorkload implements Workload {
    private static final String[] TYPES = {"send", "deliver", "read"};
    private static final String PADDING = "x".repeat(200);

    private final URI base;
    private final String headers;
    private final List<String> fetchIds;
    private final LongAdder recorded = new LongAdder();

    EventWorkload(URI base, String key, List<String> fetchIds) {
        this(List.copyOf(fetchIds), base, "Authorization: Bearer " + key + "\r\n");
    }

    private EventWorkload(List<String> fetchIds, URI base, String headers) {
        this.base = base;
        this.headers = headers;
        this.fetchIds = fetchIds;
    }

    /// The same for another server, with a count of its own.
    EventWorkload at(URI other) {
        return new EventWorkload(fetchIds, other, headers);
    }

    @Override
    public String name() {
        return "event";
    }

    @Override
    public byte[] request(long index) {
        return RawConnection.request("POST", base, "/v1/event", headers, body(index));
    }

    /// The body of event number `index`.
    String body(long index) {
        return "{\"version\":2,\"eventType\":\""
                + TYPES[(int) (index % TYPES.length)]
                + "\",\"fetchEventId\":\""
                + fetchIds.get((int) (index % fetchIds.size()))
                + "\",\"eventData\":{\"number\":"
                + index
                + ",\"note\":\""
                + PADDING
                + "\"}}";
    }

    @Override
    public boolean succeeded(Answer answer) {
        if (answer.status() == 201) {
            recorded.increment();
        }
        return answer.status() == 201;
    }

    /// How many events were answered 201: as many records the journal must hold.
    long recorded() {
        return recorded.sum();
    }
}
