/// Campaigns of advertisers.
@NullMarked
package io.interlude.manage.campaign;

import org.jspecify.annotations.NullMarked;
