package io.interlude.domain.pacing;

import io.interlude.domain.identity.LineItemId;

/// The open places of a line item that one fetch instance may take, where several instances serve
/// from one state that each of them reads late.
///
/// The places of a line item are numbered by its fetches, from 0, and dealt out in turn: a place is
/// of the instance whose turn its number leaves when divided by the number of instances. What an
/// instance served lately it holds against its own places only, because the others may have done
/// likewise, unseen. So all instances together take no place twice, without talking to each other,
/// if each counts a fetch as recent until it is twice as old as the state is late anywhere.
///
/// The turns move on every 15 minutes, so that an instance that is away, or that no request for the
/// line item reaches, holds no place back for long. For the first two minutes, until what was
/// served on the old turns shows, only whole rounds are dealt out.
///
/// @param instances fetch instances that serve, from 1
/// @param turn 0 to `instances` - 1; [#NO_TURN] between turns
/// @param recentFetches own fetches that the state does not include, or has only lately included
public record InstanceShare(int instances, int turn, long recentFetches) {
    public static final int NO_TURN = -1;

    /// Of the only instance, which may take every open place.
    public static final InstanceShare ALL = new InstanceShare(1, 0, 0);

    private static final long TURNS_MILLIS = 15 * 60_000L;
    private static final long BETWEEN_TURNS_MILLIS = 2 * 60_000L;

    public InstanceShare {
        if (instances < 1 || turn < NO_TURN || turn >= instances) {
            throw new IllegalArgumentException(
                    "turn out of range: " + turn + " of " + instances + " instances");
        }
    }

    /// The share of one of several instances at a time.
    ///
    /// @param number of the instance, 0 to `instances` - 1
    public static InstanceShare at(
            int instances, int number, LineItemId lineItemId, long nowMillis, long recentFetches) {
        if (Math.floorMod(nowMillis, TURNS_MILLIS) < BETWEEN_TURNS_MILLIS) {
            return new InstanceShare(instances, NO_TURN, recentFetches);
        }
        long turns = Math.floorDiv(nowMillis, TURNS_MILLIS) + lineItemId.value().hashCode();
        int turn = (int) Math.floorMod(number + turns, (long) instances);
        return new InstanceShare(instances, turn, recentFetches);
    }

    /// Whether one more place is this instance's.
    ///
    /// @param fetches served until now, own ones that the state does not include among them
    /// @param openPlaces for how many more there is room, from 1
    boolean hasRoom(long fetches, long openPlaces) {
        long first = fetches - recentFetches;
        return recentFetches < ownPlaces(first, openPlaces + recentFetches);
    }

    private long ownPlaces(long first, long places) {
        if (turn == NO_TURN) {
            return places / instances;
        }
        return Math.ceilDiv(first + places - turn, instances)
                - Math.ceilDiv(first - turn, instances);
    }
}
