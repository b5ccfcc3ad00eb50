package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.waiting.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.JsonNode;

/// Calls every operation of the product's own description with every kind of key: each gets exactly
/// the answer that the contract has for it, and no org sees or changes anything of another. An
/// operation that is described is covered by itself.
final class KeyMatrixJourney {
    private static final String PIXEL = "GET /v1/event";
    private static final int RATE_LIMITED = 429;

    private final MatrixOrg own;
    private final List<MatrixCaller> callers;
    private final JsonNode paths;

    private KeyMatrixJourney(ProductProcess product) throws IOException, InterruptedException {
        own = MatrixOrg.make(product, "matrix", "hush");
        MatrixOrg other = MatrixOrg.make(product, "matrix-other", "calm");
        callers = MatrixCaller.all(own, other);
        paths = DescribedAnswers.of(product.url()).document().path("paths");
    }

    static void callEverythingWithEveryKey(ProductProcess product)
            throws IOException, InterruptedException {
        KeyMatrixJourney matrix = new KeyMatrixJourney(product);
        List<String> wrong = new ArrayList<>();
        for (MatrixCaller caller : matrix.callers) {
            if (!caller.isForeign()) {
                matrix.call(caller, wrong);
            }
        }
        // What others do comes last, so that it must be what changed nothing.
        String before = matrix.own.everything();
        for (MatrixCaller caller : matrix.callers) {
            if (caller.isForeign()) {
                matrix.call(caller, wrong);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(matrix.own.everything()).isEqualTo(before);
    }

    private void call(MatrixCaller caller, List<String> wrong)
            throws IOException, InterruptedException {
        int called = 0;
        for (Map.Entry<String, JsonNode> path : paths.properties()) {
            for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
                JsonNode kinds = method.getValue().path("x-key-kinds");
                if (!kinds.isEmpty()) {
                    String problem = problem(caller, method, path.getKey());
                    if (!problem.isEmpty()) {
                        wrong.add(caller.name() + ": " + problem);
                    }
                    called++;
                }
            }
        }
        assertThat(called).isGreaterThan(50);
    }

    /// What is wrong with the answer; empty for nothing.
    private String problem(MatrixCaller caller, Map.Entry<String, JsonNode> method, String path)
            throws IOException, InterruptedException {
        List<String> kinds =
                method.getValue()
                        .path("x-key-kinds")
                        .valueStream()
                        .map(JsonNode::asString)
                        .toList();
        MatrixCall call = MatrixCall.of(method.getKey(), path, method.getValue(), own, caller);
        MatrixCall.Answer answer = send(call, caller);
        String expected = caller.refusal(kinds);
        String endpoint = call.method() + ' ' + path;
        String seen = endpoint + " -> " + answer.status() + ' ' + answer.reason();
        boolean right =
                expected.isEmpty()
                        ? isLetIn(endpoint, caller, answer)
                        : endpoint.equals(PIXEL)
                                ? answer.is(200, expected.substring(4))
                                : expected.equals(answer.status() + " " + answer.reason());
        if (!right) {
            return seen + ", not " + (expected.isEmpty() ? "let in" : expected);
        }
        // The operator is told of every org, and of nothing that is theirs.
        boolean mayKnow = path.startsWith("/v1/operator/orgs");
        return caller.isForeign() && !mayKnow && answer.body().contains(own.mark())
                ? seen + " tells of the org"
                : "";
    }

    /// The gate slows down who guesses the operator's token.
    private static MatrixCall.Answer send(MatrixCall call, MatrixCaller caller)
            throws IOException, InterruptedException {
        MatrixCall.Answer first = call.send(caller);
        if (first.status() != RATE_LIMITED || !call.path().startsWith("/v1/operator")) {
            return first;
        }
        AtomicReference<MatrixCall.Answer> last = new AtomicReference<>(first);
        Eventually.holds("it is looked at", () -> isLookedAt(call, caller, last));
        return last.get();
    }

    private static boolean isLookedAt(
            MatrixCall call, MatrixCaller caller, AtomicReference<MatrixCall.Answer> last) {
        try {
            last.set(call.send(caller));
            return last.get().status() != RATE_LIMITED;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /// Another org's resource is as good as none: whatever is asked about it is 404.
    private static boolean isLetIn(String endpoint, MatrixCaller caller, MatrixCall.Answer answer) {
        if (caller.isForeign() && endpoint.matches("\\w+ /v1/manage/.*\\{id}.*")) {
            return endpoint.matches(".*/(subscribers|conversations)/.*")
                    || answer.is(404, "not_found");
        }
        return answer.status() < 500 && answer.status() != 401 && answer.status() != 403;
    }
}
