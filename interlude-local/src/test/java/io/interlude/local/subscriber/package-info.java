/// Tests of the export of a subscriber in a terminal.
@NullMarked
package io.interlude.local.subscriber;

import org.jspecify.annotations.NullMarked;
