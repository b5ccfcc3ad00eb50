package io.interlude.web.refusal;

import static java.util.Objects.requireNonNull;

/// Ends the handling of a request with a refusal. Carries no stack trace: it is an answer, not a
/// fault.
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.description(), null, false, false);
        this.problem = requireNonNull(problem, "problem is null");
    }

    public Problem problem() {
        return problem;
    }
}
