/// Fetches and no-fills as journal records.
@NullMarked
package io.interlude.fetch.journal;

import org.jspecify.annotations.NullMarked;
