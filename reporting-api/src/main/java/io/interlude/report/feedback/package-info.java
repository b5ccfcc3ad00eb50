/// What readers' reports of creatives come to.
@NullMarked
package io.interlude.report.feedback;

import org.jspecify.annotations.NullMarked;
