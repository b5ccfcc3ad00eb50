/// The packages for publishers, served by the product until they are in a registry.
@NullMarked
package io.interlude.report.sdk;

import org.jspecify.annotations.NullMarked;
