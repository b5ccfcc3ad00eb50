/// Tests of the live stream.
@NullMarked
package io.interlude.report.live;

import org.jspecify.annotations.NullMarked;
