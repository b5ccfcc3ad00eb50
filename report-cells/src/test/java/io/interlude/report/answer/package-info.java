/// Reports as they are asked for and answered: JSON, CSV and Parquet, by page.
@NullMarked
package io.interlude.report.answer;

import org.jspecify.annotations.NullMarked;
