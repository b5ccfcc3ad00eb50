package io.interlude.benchmark.rotation;

/// One way to rotate creatives, in one run.
interface Contestant {
    /// Chooses the creative of the next fetch and counts it as served.
    ///
    /// @param fetch number of the fetch, from 0
    /// @param available how many creatives there are by now; they never get fewer
    int serve(int fetch, int available);

    /// It becomes known that the fetch engaged.
    void engaged(int fetch, int creative);
}
