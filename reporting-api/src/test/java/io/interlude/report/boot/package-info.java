/// Tests of the wiring.
@NullMarked
package io.interlude.report.boot;

import org.jspecify.annotations.NullMarked;
