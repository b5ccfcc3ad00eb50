/// How long an audit of a large journal takes, and which planted faults it finds.
@NullMarked
package io.interlude.benchmark.audit;

import org.jspecify.annotations.NullMarked;
