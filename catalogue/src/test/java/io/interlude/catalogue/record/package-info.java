@NullMarked
package io.interlude.catalogue.record;

import org.jspecify.annotations.NullMarked;
