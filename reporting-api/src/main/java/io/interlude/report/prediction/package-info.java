/// Predicted rates, shown with what they come from.
@NullMarked
package io.interlude.report.prediction;

import org.jspecify.annotations.NullMarked;
