@NullMarked
package io.interlude.report.subscriber;

import org.jspecify.annotations.NullMarked;
