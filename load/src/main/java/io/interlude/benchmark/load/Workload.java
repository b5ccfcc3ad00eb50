package io.interlude.benchmark.load;

import io.interlude.benchmark.load.floor.RawConnection;

/// Requests of one kind.
interface Workload {
    String name();

    /// The bytes of request number `index`, from 0.
    byte[] request(long index);

    /// Whether the answer is what the workload expects; everything else is an error.
    boolean succeeded(RawConnection.Answer answer);
}
