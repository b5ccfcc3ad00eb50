/// Invalid traffic: clicks and conversions that no person caused (the list- and rule-based part,
/// MRC's general invalid traffic). Looks at a request while it is under way and keeps nothing of
/// it.
@NullMarked
package io.interlude.ingest.traffic;

import org.jspecify.annotations.NullMarked;
