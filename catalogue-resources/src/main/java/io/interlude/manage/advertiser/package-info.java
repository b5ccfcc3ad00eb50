/// Advertisers, and what publishers do not want to be advertised.
@NullMarked
package io.interlude.manage.advertiser;

import org.jspecify.annotations.NullMarked;
