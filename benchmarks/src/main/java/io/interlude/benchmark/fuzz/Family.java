package io.interlude.benchmark.fuzz;

/// Makes bad requests of one sort.
@FunctionalInterface
interface Family {
    BadRequest next(Draw draw);
}
