/// Audits as they are asked for, run and answered.
@NullMarked
package io.interlude.report.audit.job;

import org.jspecify.annotations.NullMarked;
