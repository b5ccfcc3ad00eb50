package io.interlude.benchmark.load;

import io.interlude.benchmark.load.floor.RawConnection;
import io.interlude.benchmark.load.floor.RawConnection.Answer;

/// One constant request to any server, so that whoever has a peer running can compare.
final class PeerWorkload implements Workload {
    private final byte[] request;

    PeerWorkload(LoadOptions options, String path) {
        String method = options.body().isEmpty() ? "GET" : "POST";
        request =
                RawConnection.request(
                        method, options.url(), path, options.headers(), options.body());
    }

    @Override
    public String name() {
        return "peer";
    }

    @Override
    public byte[] request(long index) {
        return request;
    }

    @Override
    public boolean succeeded(Answer answer) {
        return answer.status() / 100 == 2;
    }
}
