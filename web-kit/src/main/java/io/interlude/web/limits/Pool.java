package io.interlude.web.limits;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// An amount, of bytes or of requests, that owners share. Safe for use by many threads.
///
/// An owner may hold so many times what is free as its kind allows, so nobody can take all: one org
/// gets three quarters, and of *n* orgs that take all they can each comes to 3/(3n + 1), which
/// leaves the rest to the others. These are the dynamic thresholds of Choudhury and Hahne, "Dynamic
/// Queue Length Thresholds for Shared-Memory Packet Switches" (IEEE/ACM Transactions on Networking,
/// 1998).
public final class Pool {
    private final long size;
    private final AtomicLong taken = new AtomicLong();

    /// Bounded by the orgs that have keys.
    private final Map<Owner, AtomicLong> ownerToHeld = new ConcurrentHashMap<>();

    public Pool(long size) {
        this.size = size;
    }

    /// Takes an amount for an owner, if it is there and within the owner's share.
    public boolean take(Owner owner, long amount) {
        if (!take(amount)) {
            return false;
        }
        if (hold(owner, amount)) {
            return true;
        }
        giveBack(amount);
        return false;
    }

    /// Takes an amount for an owner, and even if there is none.
    public void takeAnyway(Owner owner, long amount) {
        taken.addAndGet(amount);
        holdAnyway(owner, amount);
    }

    /// Gives back what was taken for an owner.
    public void giveBack(Owner owner, long amount) {
        release(owner, amount);
        giveBack(amount);
    }

    /// Takes an amount for no owner yet, if it is there.
    boolean take(long amount) {
        if (taken.addAndGet(amount) <= size) {
            return true;
        }
        taken.addAndGet(-amount);
        return false;
    }

    /// Gives back what was taken, and is held by no owner.
    void giveBack(long amount) {
        taken.addAndGet(-amount);
    }

    /// Counts what was taken for an owner, unless it then held too much.
    boolean hold(Owner owner, long amount) {
        if (!isWithin(owner, amount)) {
            return false;
        }
        if (owner.isPartOfOrg() && !isWithin(Owner.org(owner.org()), amount)) {
            held(owner).addAndGet(-amount);
            return false;
        }
        return true;
    }

    /// Whether the owner can hold not even one more.
    public boolean isFull(Owner owner) {
        return held(owner).get() + 1 > mostHeld(owner, size - taken.get());
    }

    /// Counts it for the owner however much that is.
    void holdAnyway(Owner owner, long amount) {
        held(owner).addAndGet(amount);
        if (owner.isPartOfOrg()) {
            held(Owner.org(owner.org())).addAndGet(amount);
        }
    }

    /// Counts it for the owner no longer.
    void release(Owner owner, long amount) {
        holdAnyway(owner, -amount);
    }

    public long taken() {
        return taken.get();
    }

    long size() {
        return size;
    }

    private boolean isWithin(Owner owner, long amount) {
        AtomicLong held = held(owner);
        if (held.addAndGet(amount) <= mostHeld(owner, size - taken.get() + amount)) {
            return true;
        }
        held.addAndGet(-amount);
        return false;
    }

    private static double mostHeld(Owner owner, long free) {
        return Math.ceil(owner.kind().timesFree() * free);
    }

    private AtomicLong held(Owner owner) {
        AtomicLong known = ownerToHeld.get(owner);
        return known == null ? ownerToHeld.computeIfAbsent(owner, _ -> new AtomicLong()) : known;
    }
}
