package io.interlude.report.boot;

import io.interlude.report.manifest.ManifestSealer;
import io.interlude.web.boot.StartPhase;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/// Lets the sealer work while the process does.
final class SealerLifecycle implements SmartLifecycle {
    private final boolean enabled;
    private final Supplier<ManifestSealer> sealers;
    private volatile @Nullable ManifestSealer sealer;

    SealerLifecycle(boolean enabled, Supplier<ManifestSealer> sealers) {
        this.enabled = enabled;
        this.sealers = sealers;
    }

    @Override
    public void start() {
        ManifestSealer starting = sealers.get();
        sealer = starting;
        starting.start();
    }

    @Override
    public void stop() {
        ManifestSealer stopping = sealer;
        sealer = null;
        if (stopping != null) {
            stopping.close();
        }
    }

    @Override
    public boolean isAutoStartup() {
        return enabled;
    }

    @Override
    public boolean isRunning() {
        return sealer != null;
    }

    @Override
    public int getPhase() {
        return StartPhase.PROCESSING;
    }
}
