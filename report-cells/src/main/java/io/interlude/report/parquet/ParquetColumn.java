package io.interlude.report.parquet;

/// A column of a table; any row may leave it empty.
public record ParquetColumn(String name, ParquetType type) {}
