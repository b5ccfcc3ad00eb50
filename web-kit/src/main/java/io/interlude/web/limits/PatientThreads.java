package io.interlude.web.limits;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes daemon threads that let all others go first. While the processors are busy, such a thread
/// gets a third of the time that another one gets; while they are not, all that it wants.
///
/// So on Linux, where each thread has a nice value of its own and any user may raise it. Elsewhere
/// the value is the process's, and the threads are like others.
///
/// Source: setpriority(2), section "C library/kernel differences"; sched(7).
public final class PatientThreads implements ThreadFactory {
    private static final Logger LOG = LoggerFactory.getLogger(PatientThreads.class);

    private static final int NICE = 5;

    /// What `who` names: with 0, the calling thread.
    private static final int PRIO_PROCESS = 0;

    private static final Optional<MethodHandle> SET_PRIORITY =
            System.getProperty("os.name").equals("Linux") ? setPriority() : Optional.empty();

    private final String name;
    private final AtomicInteger made = new AtomicInteger();

    /// @param name what the threads' names begin with
    public PatientThreads(String name) {
        this.name = name;
    }

    @SuppressWarnings("restricted")
    private static Optional<MethodHandle> setPriority() {
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> function = linker.defaultLookup().find("setpriority");
        return function.map(address ->
                linker.downcallHandle(
                        address, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT)));
    }

    @Override
    public Thread newThread(Runnable task) {
        return Thread.ofPlatform()
                .name(name + "-" + made.incrementAndGet())
                .daemon()
                .unstarted(() -> {
                    SET_PRIORITY.ifPresent(PatientThreads::stepBack);
                    task.run();
                });
    }

    private static void stepBack(MethodHandle setPriority) {
        try {
            int result = (int) setPriority.invokeExact(PRIO_PROCESS, 0, NICE);
            LOG.debug("thread.stepped-back result={}", result);
        } catch (Throwable e) {
            throw new IllegalStateException("setpriority cannot be called", e);
        }
    }
}
