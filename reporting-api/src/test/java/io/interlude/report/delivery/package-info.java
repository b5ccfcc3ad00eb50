@NullMarked
package io.interlude.report.delivery;

import org.jspecify.annotations.NullMarked;
