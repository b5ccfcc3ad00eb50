/// The protocol that all resources share.
@NullMarked
package io.interlude.manage.resource;

import org.jspecify.annotations.NullMarked;
