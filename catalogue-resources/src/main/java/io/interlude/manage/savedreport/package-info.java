/// Reports that are saved to be asked for again.
@NullMarked
package io.interlude.manage.savedreport;

import org.jspecify.annotations.NullMarked;
