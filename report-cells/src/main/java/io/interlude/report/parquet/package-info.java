/// Flat tables as Parquet files, written as a stream.
@NullMarked
package io.interlude.report.parquet;

import org.jspecify.annotations.NullMarked;
