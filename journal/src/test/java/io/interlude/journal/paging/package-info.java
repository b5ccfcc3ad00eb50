@NullMarked
package io.interlude.journal.paging;

import org.jspecify.annotations.NullMarked;
