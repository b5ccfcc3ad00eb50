/// API keys: made once, shown once, revoked.
@NullMarked
package io.interlude.manage.key;

import org.jspecify.annotations.NullMarked;
