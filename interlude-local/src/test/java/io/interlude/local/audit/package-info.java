/// Tests of the audit in a terminal.
@NullMarked
package io.interlude.local.audit;

import org.jspecify.annotations.NullMarked;
