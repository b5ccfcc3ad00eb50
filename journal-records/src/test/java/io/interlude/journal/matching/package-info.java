/// Tests of reading journal records.
@NullMarked
package io.interlude.journal.matching;

import org.jspecify.annotations.NullMarked;
