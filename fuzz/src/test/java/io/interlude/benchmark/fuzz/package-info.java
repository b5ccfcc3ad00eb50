@NullMarked
package io.interlude.benchmark.fuzz;

import org.jspecify.annotations.NullMarked;
