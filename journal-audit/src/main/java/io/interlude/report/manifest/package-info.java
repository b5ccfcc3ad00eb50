/// Manifests of the journal: each hour of each partition is hashed and signed, so that any later
/// alteration is found.
@NullMarked
package io.interlude.report.manifest;

import org.jspecify.annotations.NullMarked;
