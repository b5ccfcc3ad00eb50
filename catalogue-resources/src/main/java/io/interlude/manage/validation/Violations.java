package io.interlude.manage.validation;

import io.interlude.catalogue.record.Violation;
import io.interlude.manage.validation.Warnings.Warning;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Every rule that one request breaks, in the order of its fields. Not safe for use by several
/// threads.
///
/// A request of the wrong shape (a missing field, a value of the wrong JSON type) is refused with
/// `invalid_request`; one of the right shape with the reason that all of its violations share, or
/// else with the reason of the resource.
public final class Violations {
    /// Bounds the answer to a large import in which everything is wrong.
    static final int MOST_LISTED = 10_000;

    private final boolean strict;
    private final List<Violation> listed = new ArrayList<>();
    private final List<Warning> warnings = new ArrayList<>();
    private final Set<Reason> reasons = EnumSet.noneOf(Reason.class);
    private @Nullable Violation firstOfShape;
    private int found;
    private int warned;
    private boolean anyWithoutReason;

    /// Warns of unknown fields.
    public Violations() {
        this(false);
    }

    /// @param strict true where an unknown field is a broken rule
    public Violations(boolean strict) {
        this.strict = strict;
    }

    /// A field that the resource does not have: a warning, or where these are strict a violation.
    public void unknown(String path) {
        if (strict) {
            broken(path, "unknown_field", "Leave it out: there is no such field here.");
            return;
        }
        warned++;
        if (warnings.size() < MOST_LISTED) {
            warnings.add(new Warning(path, "Ignored: there is no such field here."));
        }
    }

    /// The unknown fields that are ignored.
    public Warnings warnings() {
        return new Warnings(warnings, warned - warnings.size());
    }

    /// A required field is absent.
    public void missing(String path) {
        shape(new Violation(path, "required", "Add this field."));
    }

    /// A value has the wrong JSON type. `expected` reads like "a string".
    public void wrongType(String path, String expected) {
        shape(new Violation(path, "type", "Give " + expected + "."));
    }

    /// A value of the right type breaks a rule.
    public void broken(String path, String rule, String message) {
        anyWithoutReason = true;
        add(new Violation(path, rule, message));
    }

    /// A rule is broken that has a reason of its own.
    public void broken(Reason reason, Violation violation) {
        reasons.add(reason);
        add(violation);
    }

    private void shape(Violation violation) {
        if (firstOfShape == null) {
            firstOfShape = violation;
        }
        add(violation);
    }

    private void add(Violation violation) {
        found++;
        if (listed.size() < MOST_LISTED) {
            listed.add(violation);
        }
    }

    public boolean isEmpty() {
        return found == 0;
    }

    public List<Violation> listed() {
        return List.copyOf(listed);
    }

    /// Refuses the request if any rule is broken.
    ///
    /// @param resourceReason reason when the violations share no other
    /// @throws io.interlude.web.refusal.ProblemException with all violations
    public void refuseIfAny(Reason resourceReason) {
        if (found > 0) {
            throw problem(resourceReason).exception();
        }
    }

    /// The refusal that lists all of them; there must be one.
    ///
    /// @param resourceReason reason when the violations share no other
    public Problem problem(Reason resourceReason) {
        Problem problem =
                firstOfShape == null
                        ? Problem.of(sharedReason(resourceReason), description())
                        : Problem.ofField(
                                Reason.INVALID_REQUEST, firstOfShape.path(), description());
        Problem withAll = problem.withField("violations", List.copyOf(listed));
        return found == listed.size()
                ? withAll
                : withAll.withField("violationsOmitted", found - listed.size());
    }

    private Reason sharedReason(Reason resourceReason) {
        return reasons.size() == 1 && !anyWithoutReason
                ? reasons.iterator().next()
                : resourceReason;
    }

    private String description() {
        Violation first = firstOfShape == null ? listed.getFirst() : firstOfShape;
        String where = first.path().isEmpty() ? "The body" : first.path();
        String more = found == 1 ? "" : " " + (found - 1) + " more in violations.";
        return where + ": " + first.message() + more;
    }
}
