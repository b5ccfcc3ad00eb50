@NullMarked
package io.interlude.domain.catalogue;

import org.jspecify.annotations.NullMarked;
