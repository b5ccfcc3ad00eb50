/// Tests of versions of attribution.
@NullMarked
package io.interlude.report.attribution;

import org.jspecify.annotations.NullMarked;
