/// Tests of the pages, in a real browser.
@NullMarked
package io.interlude.report.console;

import org.jspecify.annotations.NullMarked;
