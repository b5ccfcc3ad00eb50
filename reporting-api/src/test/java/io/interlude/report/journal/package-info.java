/// Tests of the journal over HTTP.
@NullMarked
package io.interlude.report.journal;

import org.jspecify.annotations.NullMarked;
