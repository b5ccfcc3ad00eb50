@NullMarked
package io.interlude.report.attribute;

import org.jspecify.annotations.NullMarked;
