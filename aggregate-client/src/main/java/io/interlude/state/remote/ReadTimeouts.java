package io.interlude.state.remote;

import java.time.Duration;

/// The longest waits of readers of state.
///
/// @param counters for a subscriber's counters, all attempts together
/// @param hedge for the owner of a partition, before a standby is asked as well
/// @param retry between two rounds of attempts
/// @param cells for report cells, after which what is missing is given up
/// @param answer for any one answer
/// @param refresh between two looks at the partitions' owners
public record ReadTimeouts(
        Duration counters,
        Duration hedge,
        Duration retry,
        Duration cells,
        Duration answer,
        Duration refresh) {}
