/// Creatives: cards and flows, in versions that never change.
@NullMarked
package io.interlude.manage.creative;

import org.jspecify.annotations.NullMarked;
