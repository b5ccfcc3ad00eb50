/// The consequences of readers' reports of creatives.
@NullMarked
package io.interlude.report.feedback;

import org.jspecify.annotations.NullMarked;
