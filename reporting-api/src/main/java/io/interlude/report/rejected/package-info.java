/// Refused and unmatched events, for the org that sent them.
@NullMarked
package io.interlude.report.rejected;

import org.jspecify.annotations.NullMarked;
