/// Fetches that come again under their `Idempotency-Key`.
@NullMarked
package io.interlude.fetch.repeat;

import org.jspecify.annotations.NullMarked;
