package io.interlude.benchmark.fuzz.family;

import io.interlude.benchmark.fuzz.request.BadRequest;
import io.interlude.benchmark.fuzz.request.Draw;

/// Makes bad requests of one sort.
@FunctionalInterface
interface Family {
    BadRequest next(Draw draw);
}
