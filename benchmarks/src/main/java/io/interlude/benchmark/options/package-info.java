/// What is said on the command line.
@NullMarked
package io.interlude.benchmark.options;

import org.jspecify.annotations.NullMarked;
