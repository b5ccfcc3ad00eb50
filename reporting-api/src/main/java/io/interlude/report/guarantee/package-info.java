/// `GET /v1/guarantees`: how far each promise of the product holds.
@NullMarked
package io.interlude.report.guarantee;

import org.jspecify.annotations.NullMarked;
