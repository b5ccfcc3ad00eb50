/// Tests of Parquet files.
@NullMarked
package io.interlude.report.parquet;

import org.jspecify.annotations.NullMarked;
