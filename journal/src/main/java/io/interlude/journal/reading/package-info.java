/// Reading ranges of Kafka for answers: turns, offsets by time, and scans in the order of times.
@NullMarked
package io.interlude.journal.reading;

import org.jspecify.annotations.NullMarked;
