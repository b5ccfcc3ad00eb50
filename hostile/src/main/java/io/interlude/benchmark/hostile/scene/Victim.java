package io.interlude.benchmark.hostile.scene;

import io.interlude.benchmark.load.BenchOrg;
import io.interlude.benchmark.load.floor.RawConnection;
import io.interlude.benchmark.load.floor.RawConnection.Answer;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// Another org with ordinary load: fetches and events in an open loop, whose latency counts from
/// when each was due, and a report asked for several times a second. By how much the report is
/// behind is the age of the first fetch that it does not count.
public final class Victim {
    private static final int PER_SECOND = 50;
    private static final int EVENT_EACH = 5;
    private static final int SENDERS = 16;
    private static final long REPORT_EVERY_NANOS = 250_000_000;
    private static final double NANOS_PER_MILLI = 1e6;

    private final URI base;
    private final BenchOrg.Made org;
    private final List<Thread> threads = new ArrayList<>();
    private final List<Long> answeredNanos = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();
    private final long startNanos = System.nanoTime();
    private volatile Window window = new Window();
    private volatile String fetchId = "";
    private volatile boolean done;

    private Victim(URI base, BenchOrg.Made org) {
        this.base = base;
        this.org = org;
    }

    public static Victim start(URI base) throws IOException, InterruptedException {
        Victim victim = new Victim(base, BenchOrg.make(base, Target.OPERATOR_TOKEN, 10, false));
        for (int i = 0; i < SENDERS; i++) {
            victim.threads.add(Thread.ofPlatform().daemon().start(victim::send));
        }
        victim.threads.add(Thread.ofPlatform().daemon().start(victim::report));
        return victim;
    }

    public String managementKey() {
        return org.managementKey();
    }

    /// What is answered from now on belongs to a leg of its own.
    public Window enter() {
        window = new Window();
        return window;
    }

    private void send() {
        @Nullable RawConnection connection = null;
        while (!done) {
            int number = next.getAndIncrement();
            long dueNanos = startNanos + number * (TimeUnit.SECONDS.toNanos(1) / PER_SECOND);
            while (System.nanoTime() < dueNanos && !done) {
                LockSupport.parkNanos(dueNanos - System.nanoTime());
            }
            connection = exchange(connection, number % EVENT_EACH != 0, number, dueNanos);
        }
        close(connection);
    }

    private @Nullable RawConnection exchange(
            @Nullable RawConnection open, boolean fetch, int number, long dueNanos) {
        Window during = window;
        @Nullable RawConnection connection = open;
        try {
            connection = open == null ? new RawConnection(base) : open;
            if (fetch) {
                fetch(connection, during, number);
                during.fetched(System.nanoTime() - dueNanos);
            } else if (!fetchId.isEmpty()) {
                String body =
                        "{\"version\":2,\"eventType\":\"read\",\"fetchEventId\":\""
                                + fetchId
                                + "\"}";
                require(during, "event", ask(connection, "POST", "/v1/event", body), 201);
            }
            return connection;
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException _) {
            if (!done) {
                during.failed((fetch ? "fetch" : "event") + " cut off");
                during.fetched(System.nanoTime() - dueNanos);
            }
            close(connection);
            return null;
        }
    }

    private void fetch(RawConnection connection, Window during, int number) throws IOException {
        String body =
                "{\"adUnit\":\"unit\",\"subscriber\":\"s%d\",\"attributes\":{\"tier\":\"gold\"}}"
                        .formatted(number);
        Answer answer = ask(connection, "POST", "/v1/fetch/v2", body);
        if (require(during, "fetch", answer, 200)) {
            fetchId = JsonMapper.shared().readTree(answer.body()).path("messageId").asString();
            synchronized (answeredNanos) {
                answeredNanos.add(System.nanoTime());
            }
        }
    }

    private static boolean require(Window during, String what, Answer answer, int status) {
        if (answer.status() != status) {
            during.failed(what + ' ' + answer.status());
        }
        return answer.status() == status;
    }

    private Answer ask(RawConnection connection, String method, String path, String body)
            throws IOException {
        String key = method.equals("GET") ? org.managementKey() : org.fetchKey();
        return connection.exchange(
                RawConnection.request(
                        method, base, path, "Authorization: Bearer " + key + "\r\n", body));
    }

    private void report() {
        while (!done) {
            long askedNanos = System.nanoTime();
            Window during = window;
            int answered;
            synchronized (answeredNanos) {
                answered = answeredNanos.size();
            }
            try (RawConnection connection = new RawConnection(base)) {
                Answer answer =
                        ask(connection, "GET", "/v1/reports?granularity=total&metrics=fetches", "");
                double millis = (System.nanoTime() - askedNanos) / NANOS_PER_MILLI;
                if (require(during, "report", answer, 200)) {
                    int counted =
                            JsonMapper.shared()
                                    .readTree(answer.body())
                                    .at("/rows/0/fetches")
                                    .asInt(0);
                    millis = Math.max(millis, behindMillis(counted, answered, askedNanos));
                }
                during.reported(millis);
            } catch (IOException | NumberFormatException | IndexOutOfBoundsException _) {
                if (!done) {
                    during.failed("report cut off");
                    during.reported((System.nanoTime() - askedNanos) / NANOS_PER_MILLI);
                }
            }
            LockSupport.parkNanos(REPORT_EVERY_NANOS);
        }
    }

    private double behindMillis(int counted, int answered, long askedNanos) {
        if (counted >= answered) {
            return 0;
        }
        synchronized (answeredNanos) {
            return (askedNanos - answeredNanos.get(counted)) / NANOS_PER_MILLI;
        }
    }

    private static void close(@Nullable RawConnection connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (IOException _) {
            // It is gone either way.
        }
    }

    /// Sends nothing more.
    public void end() throws InterruptedException {
        done = true;
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(12));
        }
    }
}
