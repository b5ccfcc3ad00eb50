/// Ad units: the places that ads can fill.
@NullMarked
package io.interlude.manage.adunit;

import org.jspecify.annotations.NullMarked;
