/// Tests of the wiring, and of reports over HTTP.
@NullMarked
package io.interlude.report.boot;

import org.jspecify.annotations.NullMarked;
