@NullMarked
package io.interlude.benchmark.hostile;

import org.jspecify.annotations.NullMarked;
