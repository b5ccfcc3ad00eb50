@NullMarked
package io.interlude.kit.kafka;

import org.jspecify.annotations.NullMarked;
