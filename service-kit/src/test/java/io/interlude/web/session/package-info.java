/// Settings: validated records of properties, all violations at once.
@NullMarked
package io.interlude.web.session;

import org.jspecify.annotations.NullMarked;
