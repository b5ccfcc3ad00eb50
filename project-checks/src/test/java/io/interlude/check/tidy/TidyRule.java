package io.interlude.check.tidy;

import java.util.List;

/// A property of the repository that is cheap to read and tiresome to review.
@FunctionalInterface
interface TidyRule {

    /// Returns every place that breaks the rule; empty means tidy.
    List<Finding> check(Repository repository);
}
