/// Tests of predicted rates as clients see them.
@NullMarked
package io.interlude.report.prediction;

import org.jspecify.annotations.NullMarked;
