/// The export of everything kept about one subscriber.
@NullMarked
package io.interlude.report.subscriber;

import org.jspecify.annotations.NullMarked;
