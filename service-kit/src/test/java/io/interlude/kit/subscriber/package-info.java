@NullMarked
package io.interlude.kit.subscriber;

import org.jspecify.annotations.NullMarked;
