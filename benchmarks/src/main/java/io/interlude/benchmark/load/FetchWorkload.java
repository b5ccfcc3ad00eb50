package io.interlude.benchmark.load;

import io.interlude.benchmark.load.RawConnection.Answer;
import java.net.URI;
import java.util.concurrent.atomic.LongAdder;

/// Fetches, each by a fresh subscriber so that caps never starve it, from five countries in turn.
final class FetchWorkload implements Workload {
    private static final String[] COUNTRIES = {"US", "GB", "DE", "FR", "CA"};

    private final URI base;
    private final String headers;
    private final LongAdder answeredInFull = new LongAdder();

    FetchWorkload(URI base, String key) {
        this.base = base;
        this.headers = "Authorization: Bearer " + key + "\r\n";
    }

    @Override
    public String name() {
        return "fetch";
    }

    @Override
    public byte[] request(long index) {
        String body =
                "{\"adUnit\":\"unit\",\"subscriber\":\"s"
                        + index
                        + "\",\"attributes\":{\"country\":\""
                        + COUNTRIES[(int) (index % COUNTRIES.length)]
                        + "\",\"tier\":\"basic\"}}";
        return RawConnection.request("POST", base, "/v1/fetch/v2", headers, body);
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
