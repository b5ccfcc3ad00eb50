@NullMarked
package io.interlude.manage.advertiser;

import org.jspecify.annotations.NullMarked;
