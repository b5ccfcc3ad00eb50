package io.interlude.web.metrics;

import com.sun.management.ThreadMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.lang.management.ManagementFactory;

/// Memory, garbage collection, threads, processor and open files of this process.
public final class JvmMeters implements AutoCloseable {
    private final JvmGcMetrics gcMetrics = new JvmGcMetrics();

    public JvmMeters(MeterRegistry registry) {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        gcMetrics.bindTo(registry);
        if (ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads) {
            bindAllocation(threads, registry);
        }
    }

    /// Micrometer's own count of what is allocated moves with collections only, seconds apart.
    private static void bindAllocation(ThreadMXBean threads, MeterRegistry registry) {
        FunctionCounter.builder(
                        "interlude.process.allocated.bytes",
                        threads,
                        ThreadMXBean::getTotalThreadAllocatedBytes)
                .description("Bytes of heap that all threads allocated, ever.")
                .register(registry);
    }

    @Override
    public void close() {
        gcMetrics.close();
    }
}
