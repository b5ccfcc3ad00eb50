/// Static files and pages, with their headers.
@NullMarked
package io.interlude.web.page;

import org.jspecify.annotations.NullMarked;
