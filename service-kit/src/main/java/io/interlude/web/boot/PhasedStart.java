package io.interlude.web.boot;

import org.springframework.context.SmartLifecycle;

/// Runs something at one [StartPhase].
public final class PhasedStart implements SmartLifecycle {
    private final int phase;
    private final Runnable start;
    private volatile boolean running;

    public PhasedStart(int phase, Runnable start) {
        this.phase = phase;
        this.start = start;
    }

    @Override
    public void start() {
        start.run();
        running = true;
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return phase;
    }
}
