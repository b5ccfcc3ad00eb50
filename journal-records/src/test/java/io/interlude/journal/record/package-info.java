/// Tests of reading journal records.
@NullMarked
package io.interlude.journal.record;

import org.jspecify.annotations.NullMarked;
