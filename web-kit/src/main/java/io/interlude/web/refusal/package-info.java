/// Refusals: one form, one list of reasons, one mapping to statuses.
@NullMarked
package io.interlude.web.refusal;

import org.jspecify.annotations.NullMarked;
