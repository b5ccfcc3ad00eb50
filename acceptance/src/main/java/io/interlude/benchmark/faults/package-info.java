/// Checks that the product keeps its promises while its broker, its process and its disk fail: real
/// processes, steady traffic, and the journal held against every answer.
@NullMarked
package io.interlude.benchmark.faults;

import org.jspecify.annotations.NullMarked;
