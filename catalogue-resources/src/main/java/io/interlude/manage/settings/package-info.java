/// An org's settings, and the wishes that may also stand on an application and on an ad unit.
@NullMarked
package io.interlude.manage.settings;

import org.jspecify.annotations.NullMarked;
