@NullMarked
package io.interlude.catalogue.subscriber;

import org.jspecify.annotations.NullMarked;
