@NullMarked
package io.interlude.report.mcp;

import org.jspecify.annotations.NullMarked;
