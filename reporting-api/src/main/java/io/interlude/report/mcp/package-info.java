/// The product's tools for assistants and agents, over the Model Context Protocol.
@NullMarked
package io.interlude.report.mcp;

import org.jspecify.annotations.NullMarked;
