/// Wiring of the reporting API.
@NullMarked
package io.interlude.report.boot;

import org.jspecify.annotations.NullMarked;
