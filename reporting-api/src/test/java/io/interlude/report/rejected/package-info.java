@NullMarked
package io.interlude.report.rejected;

import org.jspecify.annotations.NullMarked;
