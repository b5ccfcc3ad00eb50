/// Measures how long an audit of a large journal takes, and checks that it finds planted faults.
@NullMarked
package io.interlude.benchmark.audit;

import org.jspecify.annotations.NullMarked;
