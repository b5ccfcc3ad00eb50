/// Settings: validated records of properties, all violations at once.
@NullMarked
package io.interlude.web.settings;

import org.jspecify.annotations.NullMarked;
