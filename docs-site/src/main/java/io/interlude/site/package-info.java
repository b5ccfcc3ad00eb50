/// Makes a site of static files of the project's Markdown, at build time.
@NullMarked
package io.interlude.site;

import org.jspecify.annotations.NullMarked;
