package io.interlude.benchmark.faults;

import io.interlude.benchmark.faults.Sent.ClientOutcome;
import io.interlude.benchmark.faults.Sent.Kind;
import io.interlude.benchmark.load.floor.RawConnection;
import io.interlude.benchmark.load.floor.RawConnection.Answer;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Events, clicks and fetches at constant arrival rates, whatever becomes of them, and the memory
/// of each. Latency counts from when a request was due. Nothing is sent twice.
public final class Traffic {
    private static final int CONNECTIONS_EACH = 48;
    private static final int FETCHES_WITH_EVENTS = 100;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String[] EVENT_TYPES = {"send", "deliver", "read"};
    private static final String BROWSER =
            "User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)"
                    + " AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148"
                    + " Safari/604.1\r\n";

    private final URI base;
    private final String headers;
    private final LongFunction<String> bodies;
    private final Queue<Sent> sent = new ConcurrentLinkedQueue<>();
    private final Queue<Link> unclicked = new ConcurrentLinkedQueue<>();
    private final List<String> fetchIds = new ArrayList<>();
    private final AtomicLong eventNumbers = new AtomicLong();

    /// Of its own: who asks depends on the number, and must not on how the kinds take turns.
    private final AtomicLong fetchNumbers = new AtomicLong();

    private final List<Flow> flows = new ArrayList<>();
    private volatile PhaseStats phase;

    public Traffic(URI base, String fetchKey, PhaseStats first) {
        this(base, fetchKey, first, Traffic::everyOtherBySomebodyNew);
    }

    /// Traffic of one publisher.
    ///
    /// @param bodies of fetches, by their numbers
    public Traffic(URI base, String fetchKey, PhaseStats first, LongFunction<String> bodies) {
        this.base = base;
        this.bodies = bodies;
        this.headers = "Authorization: Bearer " + fetchKey + "\r\n";
        this.phase = first;
    }

    /// What is due from now on counts for this phase.
    public void enter(PhaseStats next) {
        phase = next;
    }

    public Queue<Sent> sent() {
        return sent;
    }

    int unclicked() {
        return unclicked.size();
    }

    /// Begins to send requests of a kind.
    public Flow start(Kind kind, double perSecond) {
        Flow flow = new Flow(kind, perSecond);
        flows.add(flow);
        flow.start();
        return flow;
    }

    /// Ends all of it, with the answers that are still to come.
    public void stop() throws InterruptedException {
        for (Flow flow : flows) {
            flow.stop();
        }
        flows.clear();
    }

    private @Nullable RawConnection exchange(
            @Nullable RawConnection open, Request request, long dueNanos) {
        PhaseStats during = phase;
        RawConnection connection;
        try {
            connection = open == null ? new RawConnection(base) : open;
        } catch (IOException _) {
            during.failed(request.kind(), "no connection");
            remember(during, request, ClientOutcome.NOT_SENT, System.nanoTime(), dueNanos, "", "");
            return null;
        }
        long sentNanos = System.nanoTime();
        try {
            Answer answer = connection.exchange(request.bytes());
            read(during, request, answer, sentNanos, dueNanos);
            return connection;
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException _) {
            during.failed(request.kind(), "cut off");
            remember(
                    during,
                    request,
                    ClientOutcome.UNANSWERED,
                    sentNanos,
                    dueNanos,
                    request.identity(),
                    "");
            close(connection);
            return null;
        }
    }

    private void read(
            PhaseStats during, Request request, Answer answer, long sentNanos, long dueNanos) {
        ClientOutcome outcome = outcome(request.kind(), answer.status());
        String identity = request.identity();
        String eventId = "";
        if (outcome == ClientOutcome.ACCEPTED && request.kind() == Kind.EVENT) {
            eventId = json(answer).path("eventId").asString();
        } else if (outcome == ClientOutcome.ACCEPTED && request.kind() == Kind.FETCH) {
            identity = fetched(json(answer));
        }
        if (outcome == ClientOutcome.REFUSED || outcome == ClientOutcome.UNANSWERED) {
            during.failed(request.kind(), answer.status() + " " + reason(answer));
        }
        remember(during, request, outcome, sentNanos, dueNanos, identity, eventId);
    }

    private static String reason(Answer answer) {
        try {
            return json(answer).path("reason").asString();
        } catch (JacksonException _) {
            return "";
        }
    }

    private static JsonNode json(Answer answer) {
        return JsonMapper.shared().readTree(answer.body());
    }

    /// Takes the ad's link for a click to come, and some fetches for events.
    private String fetched(JsonNode answer) {
        String id = answer.path("messageId").asString();
        JsonNode action = answer.path("payload").path("actions").path(0);
        unclicked.add(new Link(id, action.path("navigate").path("url").asString()));
        synchronized (fetchIds) {
            if (fetchIds.size() < FETCHES_WITH_EVENTS) {
                fetchIds.add(id);
            }
        }
        return id;
    }

    private static ClientOutcome outcome(Kind kind, int status) {
        int promise =
                switch (kind) {
                    case EVENT -> 201;
                    case CLICK -> 302;
                    case FETCH -> 200;
                };
        if (status == promise) {
            return ClientOutcome.ACCEPTED;
        }
        return switch (status) {
            case 204 -> ClientOutcome.NOTHING;
            case 307 -> ClientOutcome.UNPROMISED;
            // A gateway's words for a server that ended, or did not answer.
            case 502, 504 -> ClientOutcome.UNANSWERED;
            default -> ClientOutcome.REFUSED;
        };
    }

    private void remember(
            PhaseStats during,
            Request request,
            ClientOutcome outcome,
            long sentNanos,
            long dueNanos,
            String identity,
            String eventId) {
        long nowNanos = System.nanoTime();
        during.add(request.kind(), outcome, nowNanos - dueNanos);
        sent.add(
                new Sent(
                        request.kind(),
                        outcome,
                        identity,
                        eventId,
                        request.fetchId(),
                        sentNanos,
                        nowNanos));
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

    private @Nullable Request request(Kind kind) {
        return switch (kind) {
            case EVENT -> event();
            case CLICK -> click();
            case FETCH -> fetch();
        };
    }

    private @Nullable Request event() {
        long number = eventNumbers.getAndIncrement();
        String fetchId;
        synchronized (fetchIds) {
            if (fetchIds.isEmpty()) {
                return null;
            }
            fetchId = fetchIds.get((int) (number % fetchIds.size()));
        }
        String body =
                "{\"version\":2,\"eventType\":\"%s\",\"fetchEventId\":\"%s\",\"eventData\":{\"number\":%d,\"note\":\"%s\"}}"
                        .formatted(
                                EVENT_TYPES[(int) (number % EVENT_TYPES.length)],
                                fetchId,
                                number,
                                "x".repeat(200));
        return new Request(
                Kind.EVENT,
                String.valueOf(number),
                fetchId,
                RawConnection.request("POST", base, "/v1/event", headers, body));
    }

    /// Null when no link is left: each is followed once.
    private @Nullable Request click() {
        Link link = unclicked.poll();
        if (link == null) {
            return null;
        }
        String path = URI.create(link.url()).getRawPath();
        return new Request(
                Kind.CLICK,
                link.fetchId(),
                "",
                RawConnection.request("GET", base, path, BROWSER, ""));
    }

    /// Every other one by a subscriber, whose caps are looked at.
    private static String everyOtherBySomebodyNew(long number) {
        String subscriber = number % 2 == 0 ? "" : ",\"subscriber\":\"s" + number + "\"";
        return "{\"adUnit\":\"unit\",\"attributes\":{\"country\":\"US\"}" + subscriber + "}";
    }

    private Request fetch() {
        String body = bodies.apply(fetchNumbers.getAndIncrement());
        return new Request(
                Kind.FETCH,
                "",
                "",
                RawConnection.request("POST", base, "/v1/fetch/v2", headers, body));
    }

    /// Requests of one kind at a constant rate, over connections of their own.
    final class Flow {
        private final Kind kind;
        private final double perSecond;
        private final long startNanos = System.nanoTime();
        private final AtomicLong next = new AtomicLong();
        private final List<Thread> workers = new ArrayList<>();
        private volatile boolean stopping;

        private Flow(Kind kind, double perSecond) {
            this.kind = kind;
            this.perSecond = perSecond;
        }

        private void start() {
            for (int i = 0; i < CONNECTIONS_EACH; i++) {
                workers.add(
                        Thread.ofPlatform().name("traffic-" + kind + "-" + i).start(this::work));
            }
        }

        /// Ends it, with the answers that are still to come.
        public void stop() throws InterruptedException {
            stopping = true;
            for (Thread worker : workers) {
                worker.join();
            }
        }

        private void work() {
            @Nullable RawConnection connection = null;
            while (!stopping) {
                long dueNanos =
                        startNanos
                                + (long) (next.getAndIncrement() * (NANOS_PER_SECOND / perSecond));
                waitUntil(dueNanos);
                Request request = request(kind);
                if (request != null) {
                    connection = exchange(connection, request, dueNanos);
                }
            }
            close(connection);
        }

        private void waitUntil(long dueNanos) {
            for (long left = dueNanos - System.nanoTime();
                    left > 0 && !stopping;
                    left = dueNanos - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }

    private record Link(String fetchId, String url) {}

    @SuppressWarnings("ArrayRecordComponent") // Sent once, and not looked at again.
    private record Request(Kind kind, String identity, String fetchId, byte[] bytes) {}
}
