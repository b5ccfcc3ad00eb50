@NullMarked
package io.interlude.report.guarantee;

import org.jspecify.annotations.NullMarked;
