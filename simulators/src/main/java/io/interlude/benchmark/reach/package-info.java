/// What reach costs and how exact it is.
@NullMarked
package io.interlude.benchmark.reach;

import org.jspecify.annotations.NullMarked;
