@NullMarked
package io.interlude.report.manifest;

import org.jspecify.annotations.NullMarked;
