package io.interlude.web.health;

import io.interlude.journal.availability.ReadinessCheck;

/// Keeps the process from being called ready before its start is over, and while it drains.
public final class StartGate implements ReadinessCheck {
    private volatile boolean open;

    public void open() {
        open = true;
    }

    public void shut() {
        open = false;
    }

    @Override
    public String name() {
        return "start";
    }

    @Override
    public boolean ready() {
        return open;
    }
}
