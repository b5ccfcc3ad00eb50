/// What each creative of a line item gets, and why.
@NullMarked
package io.interlude.report.rotation;

import org.jspecify.annotations.NullMarked;
