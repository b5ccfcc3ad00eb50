@NullMarked
package io.interlude.benchmark.faults;

import org.jspecify.annotations.NullMarked;
