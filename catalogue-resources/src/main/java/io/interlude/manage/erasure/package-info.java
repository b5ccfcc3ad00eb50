/// Erasure of subscribers.
@NullMarked
package io.interlude.manage.erasure;

import org.jspecify.annotations.NullMarked;
