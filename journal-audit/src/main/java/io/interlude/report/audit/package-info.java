/// Audits: the journal counted once more, by other means, and compared with what reports serve.
@NullMarked
package io.interlude.report.audit;

import org.jspecify.annotations.NullMarked;
