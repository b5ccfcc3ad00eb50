package io.interlude.benchmark.fuzz.request;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/// The answers to a bad request that the contract allows.
///
/// @param statuses the statuses that it may have
/// @param form the form of its body
/// @param mayClose true when the connection may end without any answer, as where HTTP is broken
/// @param answers number of answers
public record Expectation(Set<Integer> statuses, Form form, boolean mayClose, int answers) {
    /// The forms of a body.
    public enum Form {
        /// `{reason, description}`, for every status but 2xx.
        PROBLEM,
        /// A transparent GIF of one pixel, and the header `X-Interlude-Reason`.
        GIF,
        /// `{results: […]}`, each of them refused.
        REFUSED_RESULTS,
        /// `{violations: […]}`, at least one.
        VIOLATIONS,
        /// A page or an answer in its usual form, which is not looked at but for what must not
        /// leave.
        PAGE,
        /// An error of the schema registry's own interface, or a problem.
        REGISTRY,
        /// None, as the method is HEAD.
        NONE
    }

    public static Expectation problem(Integer... statuses) {
        return new Expectation(new TreeSet<>(Arrays.asList(statuses)), Form.PROBLEM, false, 1);
    }

    public Expectation as(Form other) {
        return new Expectation(statuses, other, mayClose, answers);
    }

    public Expectation or(int status) {
        Set<Integer> more = new TreeSet<>(statuses);
        more.add(status);
        return new Expectation(more, form, mayClose, answers);
    }

    public Expectation orClosed() {
        return new Expectation(statuses, form, true, answers);
    }

    public Expectation times(int exactly) {
        return new Expectation(statuses, form, mayClose, exactly);
    }
}
