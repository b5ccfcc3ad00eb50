/// The counters of how often each subscriber was served.
@NullMarked
package io.interlude.aggregate.subscriber;

import org.jspecify.annotations.NullMarked;
