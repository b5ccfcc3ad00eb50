/// Tests of the export of the journal.
@NullMarked
package io.interlude.local.export;

import org.jspecify.annotations.NullMarked;
