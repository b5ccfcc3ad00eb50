/// Reports: from cells of the aggregator to the rows of an answer.
@NullMarked
package io.interlude.report.rollup;

import org.jspecify.annotations.NullMarked;
