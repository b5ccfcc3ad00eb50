package io.interlude.journal.append;

/// The priority by which appends get the room left while records wait for Kafka on disk.
public enum AppendPriority {
    /// Records that were not promised, such as refused events: half of the room.
    SPARE,
    /// Records whose sender is told in time that there is no room: all of it.
    USUAL,
    /// Records of a subscriber who is sent on whatever happens: room of their own. They also wait
    /// for Kafka no longer than it takes to see that it is slow.
    FIRST
}
