/// The live stream: the last minute of an org, once a second.
@NullMarked
package io.interlude.report.live;

import org.jspecify.annotations.NullMarked;
