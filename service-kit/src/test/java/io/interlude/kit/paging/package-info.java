@NullMarked
package io.interlude.kit.paging;

import org.jspecify.annotations.NullMarked;
