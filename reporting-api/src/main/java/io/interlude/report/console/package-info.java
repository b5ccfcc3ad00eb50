/// The pages of the console.
@NullMarked
package io.interlude.report.console;

import org.jspecify.annotations.NullMarked;
