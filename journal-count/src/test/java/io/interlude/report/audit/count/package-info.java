/// The independent count of the journal, kept apart from the code that it checks.
@NullMarked
package io.interlude.report.audit.count;

import org.jspecify.annotations.NullMarked;
