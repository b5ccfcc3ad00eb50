@NullMarked
package io.interlude.journal.kafka;

import org.jspecify.annotations.NullMarked;
