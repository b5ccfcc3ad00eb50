/// Tests of forecasts over HTTP.
@NullMarked
package io.interlude.manage.forecast;

import org.jspecify.annotations.NullMarked;
