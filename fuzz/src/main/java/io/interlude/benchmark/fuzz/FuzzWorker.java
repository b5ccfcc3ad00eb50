package io.interlude.benchmark.fuzz;

import io.interlude.benchmark.fuzz.request.BadRequest;
import io.interlude.benchmark.fuzz.request.BadRequest.Ending;
import io.interlude.benchmark.fuzz.request.FuzzConnection;
import io.interlude.benchmark.fuzz.request.FuzzConnection.Answer;
import io.interlude.benchmark.fuzz.request.Outcome;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Sends requests one after another, well-formed ones over one connection. Used by one thread.
final class FuzzWorker implements AutoCloseable {
    private final URI url;
    private final AnswerCheck check;
    private @Nullable FuzzConnection kept;
    private String before = "nothing";

    FuzzWorker(URI url, AnswerCheck check) {
        this.url = url;
        this.check = check;
    }

    Outcome send(BadRequest request) {
        try {
            return request.ending() == Ending.KEEP ? overKept(request) : overFresh(request);
        } catch (IOException | RuntimeException e) {
            forget();
            return new Outcome("broken", "the exchange failed: " + e, "after " + before);
        }
    }

    /// A server may end an idle connection at any time; then a fresh one must do.
    private Outcome overKept(BadRequest request) throws IOException {
        for (boolean again = kept != null; ; again = false) {
            FuzzConnection connection = kept();
            Optional<Answer> answer = Optional.empty();
            try {
                connection.send(request.bytes());
                answer = connection.read(request.isHead());
            } catch (java.net.SocketException e) {
                forget();
            }
            if (answer.isPresent()) {
                return judged(request, answer.get());
            }
            forget();
            if (!again) {
                return new Outcome("closed", "closed without an answer", "");
            }
        }
    }

    private Outcome judged(BadRequest request, Answer answer) {
        if (answer.endsConnection()) {
            forget();
        }
        before = request.endpoint() + ", " + request.kind();
        String fault = check.fault(request.expected(), answer).orElse(null);
        return new Outcome(Integer.toString(answer.status()), fault, answer.text());
    }

    private Outcome overFresh(BadRequest request) throws IOException {
        try (FuzzConnection connection = new FuzzConnection(url)) {
            boolean sent = send(connection, request.bytes());
            if (request.ending() == Ending.RESET) {
                connection.reset();
                return new Outcome("reset", null, "");
            }
            if (request.ending() == Ending.HALF && sent) {
                endOurSide(connection);
            }
            return read(connection, request);
        }
    }

    /// A server that has refused a request may close while we still send it.
    private static boolean send(FuzzConnection connection, byte[] bytes) {
        try {
            connection.send(bytes);
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    private static void endOurSide(FuzzConnection connection) {
        try {
            connection.endOurSide();
        } catch (IOException closed) {
            // It was closed by the other side already.
        }
    }

    private Outcome read(FuzzConnection connection, BadRequest request) throws IOException {
        StringBuilder statuses = new StringBuilder();
        String text = "";
        for (int i = 0; i < request.expected().answers(); i++) {
            Optional<Answer> answer = connection.read(request.isHead());
            if (answer.isEmpty()) {
                return ended(request, statuses.toString(), text);
            }
            text = answer.get().text();
            String fault = check.fault(request.expected(), answer.get()).orElse(null);
            String status = Integer.toString(answer.get().status());
            if (statuses.indexOf(status) < 0) {
                statuses.append(statuses.isEmpty() ? "" : "+").append(status);
            }
            if (fault != null) {
                return new Outcome(statuses.toString(), fault, text);
            }
        }
        return new Outcome(statuses.toString(), null, text);
    }

    private static Outcome ended(BadRequest request, String statuses, String text) {
        return new Outcome(
                statuses.isEmpty() ? "closed" : statuses + "+closed",
                request.expected().mayClose() ? null : "closed without an answer",
                text);
    }

    private FuzzConnection kept() throws IOException {
        FuzzConnection connection = kept == null ? new FuzzConnection(url) : kept;
        kept = connection;
        return connection;
    }

    private void forget() {
        FuzzConnection connection = kept;
        kept = null;
        if (connection != null) {
            try {
                connection.close();
            } catch (IOException e) {
                // Nothing is under way on it.
            }
        }
    }

    @Override
    public void close() {
        forget();
    }
}
