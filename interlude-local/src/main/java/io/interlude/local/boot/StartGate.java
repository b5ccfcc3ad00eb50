package io.interlude.local.boot;

import io.interlude.kit.health.ReadinessCheck;

/// Keeps the process from being called ready before its start is over, and while it drains.
final class StartGate implements ReadinessCheck {
    private volatile boolean open;

    void open() {
        open = true;
    }

    void shut() {
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
