package io.interlude.benchmark.load;

import io.interlude.benchmark.load.floor.RawConnection;
import io.interlude.benchmark.load.floor.RawConnection.Answer;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/// Followed action links of fetches made before, as a browser follows them.
final class ClickWorkload implements Workload {
    private static final String HEADERS =
            "User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)"
                    + " AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148"
                    + " Safari/604.1\r\n";
    private static final int FOUND = 302;

    private final List<byte[]> requests;
    private final LongAdder redirected = new LongAdder();

    /// @param clickUrls as the fetches gave them
    ClickWorkload(URI base, List<String> clickUrls) {
        requests =
                clickUrls.stream()
                        .map(url -> URI.create(url).getRawPath())
                        .map(path -> RawConnection.request("GET", base, path, HEADERS, ""))
                        .toList();
    }

    @Override
    public String name() {
        return "click";
    }

    @Override
    public byte[] request(long index) {
        return requests.get((int) (index % requests.size()));
    }

    @Override
    public boolean succeeded(Answer answer) {
        if (answer.status() == FOUND) {
            redirected.increment();
        }
        return answer.status() == FOUND;
    }

    /// How many clicks were redirected: as many records the journal must hold.
    long redirected() {
        return redirected.sum();
    }
}
