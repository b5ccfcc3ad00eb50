/// The floors' journal, and the floor that Spring configures.
@NullMarked
package io.interlude.benchmark.load.boot;

import org.jspecify.annotations.NullMarked;
