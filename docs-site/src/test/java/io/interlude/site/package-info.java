/// Tests of the site.
@NullMarked
package io.interlude.site;

import org.jspecify.annotations.NullMarked;
