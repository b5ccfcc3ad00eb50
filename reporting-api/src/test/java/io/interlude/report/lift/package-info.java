@NullMarked
package io.interlude.report.lift;

import org.jspecify.annotations.NullMarked;
