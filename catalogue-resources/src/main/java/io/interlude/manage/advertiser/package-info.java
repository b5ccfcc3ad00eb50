/// Advertisers, and the lists of what publishers block.
@NullMarked
package io.interlude.manage.advertiser;

import org.jspecify.annotations.NullMarked;
