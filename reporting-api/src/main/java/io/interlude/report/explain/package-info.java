/// Past decisions laid open: made again from the journal and the catalogue as it was.
@NullMarked
package io.interlude.report.explain;

import org.jspecify.annotations.NullMarked;
