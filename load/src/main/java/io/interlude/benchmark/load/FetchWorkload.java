package io.interlude.benchmark.load;

import io.interlude.benchmark.load.floor.RawConnection;
import io.interlude.benchmark.load.floor.RawConnection.Answer;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/// Fetches, each by a fresh subscriber so that caps never starve it, from five countries in turn.
final class FetchWorkload implements Workload {
    private static final String[] COUNTRIES = {"US", "GB", "DE", "FR", "CA"};

    private final URI base;
    private final String key;
    private final String headers;
    private final String name;
    private final List<String> fields;
    private final LongAdder answeredInFull;

    FetchWorkload(URI base, String key) {
        this(base, key, "fetch", List.of(), new LongAdder());
    }

    private FetchWorkload(
            URI base, String key, String name, List<String> fields, LongAdder answeredInFull) {
        this.base = base;
        this.key = key;
        this.name = name;
        this.fields = fields;
        this.answeredInFull = answeredInFull;
        this.headers = "Authorization: Bearer " + key + "\r\n";
    }

    /// The same fetches at another server, counted apart.
    FetchWorkload at(URI other) {
        return new FetchWorkload(other, key, name, fields, new LongAdder());
    }

    /// The same fetches, counted together, each with one of the contexts in turn.
    FetchWorkload with(List<String> contexts) {
        List<String> each = contexts.stream().map(context -> ",\"context\":" + context).toList();
        return new FetchWorkload(base, key, "fetch with context", each, answeredInFull);
    }

    /// The same fetches in another org, counted apart.
    FetchWorkload in(String otherKey, String newName) {
        return new FetchWorkload(base, otherKey, newName, fields, new LongAdder());
    }

    /// The same fetches, counted together, each in the third turn of a conversation of its own.
    FetchWorkload inConversations() {
        List<String> turn =
                List.of(",\"conversation\":\"talk" + Conversations.NEW + "\",\"turn\":3");
        return new FetchWorkload(base, key, name, turn, answeredInFull);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public byte[] request(long index) {
        String body =
                "{\"adUnit\":\"unit\",\"subscriber\":\"s"
                        + index
                        + "\",\"attributes\":{\"country\":\""
                        + COUNTRIES[(int) (index % COUNTRIES.length)]
                        + "\",\"tier\":\"basic\"}"
                        + more(index)
                        + "}";
        return RawConnection.request("POST", base, "/v1/fetch/v2", headers, body);
    }

    private String more(long index) {
        return fields.isEmpty()
                ? ""
                : fields.get((int) (index % fields.size()))
                        .replace(Conversations.NEW, " at " + index);
    }

    @Override
    public boolean succeeded(Answer answer) {
        if (answer.status() == 200) {
            answeredInFull.increment();
        }
        return answer.status() == 200;
    }

    /// How many fetches were filled: as many records the journal must hold.
    long filled() {
        return answeredInFull.sum();
    }
}
