/// Sends generated bad requests to the product, and checks what it answers and keeps.
@NullMarked
package io.interlude.benchmark.fuzz;

import org.jspecify.annotations.NullMarked;
