/// Tests of audits.
@NullMarked
package io.interlude.report.audit;

import org.jspecify.annotations.NullMarked;
