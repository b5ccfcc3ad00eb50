/// Manifests of the journal: each hour of each partition is hashed and signed, so that whoever
/// alters it later is found out.
@NullMarked
package io.interlude.report.manifest;

import org.jspecify.annotations.NullMarked;
