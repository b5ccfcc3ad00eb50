package io.interlude.web.limits;

import java.util.ArrayList;
import java.util.List;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.scheduler.Scheduler;

/// The resources that one request holds: one of the places of its share, and bytes. All of it is
/// given back when the place is closed, which is when the answer has been sent, or failed, or the
/// client has gone. Safe for use by many threads.
public final class Place implements AutoCloseable {
    /// Name of the request's attribute that has its place.
    public static final String ATTRIBUTE = Place.class.getName();

    private final Admission.ShareQuota quota;
    private final Admission.Memory memory;
    private final List<Runnable> actions = new ArrayList<>(0);
    private Owner owner = Owner.STRANGERS;
    private long bytes;
    private boolean counted;
    private boolean vacated;
    private boolean closed;

    Place(Admission.ShareQuota quota, Admission.Memory memory) {
        this.quota = quota;
        this.memory = memory;
    }

    /// The place of a request that is being handled.
    ///
    /// @throws IllegalStateException if it has none
    public static Place of(ServerRequest request) {
        if (request.attributes().get(ATTRIBUTE) instanceof Place place) {
            return place;
        }
        throw new IllegalStateException("the request has no place");
    }

    /// Counts the place, and what it holds, for an owner, from now on.
    ///
    /// @throws OverloadedException if the owner has its share of places already
    public synchronized void belongsTo(Owner other) {
        if (closed || (counted && owner.equals(other))) {
            return;
        }
        if (!quota.pool().hold(other, 1)) {
            quota.refused().increment();
            throw new OverloadedException("Too many of your requests are under way");
        }
        releasePlace();
        counted = true;
        memory.pool().release(owner, bytes);
        memory.pool().holdAnyway(other, bytes);
        owner = other;
    }

    /// Frees the place of a request that no key allows, once its answer is made: clients that do
    /// not read would otherwise keep every place of a share. Its bytes stay counted.
    public synchronized void answered() {
        if (!counted && !vacated && !closed) {
            vacated = true;
            quota.pool().giveBack(1);
        }
    }

    /// Whether no key has allowed the request, or not yet.
    public synchronized boolean isOfStranger() {
        return owner.kind() == Owner.Kind.STRANGERS;
    }

    /// Takes bytes, before memory of that size is filled.
    ///
    /// @throws OverloadedException if they are not free, or the owner holds its share already
    public synchronized void take(long more) {
        if (closed || !memory.take(owner, more)) {
            throw new OverloadedException("Your requests hold their share of memory");
        }
        bytes += more;
    }

    /// Takes bytes for what can no longer be refused, such as the answer to what has been done.
    public synchronized void takeAnyway(long more) {
        if (!closed) {
            memory.pool().takeAnyway(owner, more);
            bytes += more;
        }
    }

    /// Gives back some of the bytes.
    public synchronized void giveBack(long fewer) {
        if (!closed) {
            memory.pool().giveBack(owner, fewer);
            bytes -= fewer;
        }
    }

    /// Where work for the request is done that may take longer than a fetch.
    public synchronized Scheduler sideWork() {
        return SideWork.of(owner.org());
    }

    /// Runs this when the place is closed, or at once if it is closed already.
    public synchronized void onClose(Runnable action) {
        if (closed) {
            action.run();
        } else {
            actions.add(action);
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            releasePlace();
            if (!vacated) {
                quota.pool().giveBack(1);
            }
            memory.pool().giveBack(owner, bytes);
            actions.forEach(Runnable::run);
        }
    }

    private void releasePlace() {
        if (counted) {
            quota.pool().release(owner, 1);
        }
    }
}
