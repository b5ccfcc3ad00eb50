/// How fast and how fresh reports are.
@NullMarked
package io.interlude.benchmark.report;

import org.jspecify.annotations.NullMarked;
