@NullMarked
package io.interlude.kit.catalogue;

import org.jspecify.annotations.NullMarked;
