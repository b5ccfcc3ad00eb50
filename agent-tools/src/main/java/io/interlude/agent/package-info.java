/// The product's tools for assistants and agents, over the Model Context Protocol.
@NullMarked
package io.interlude.agent;

import org.jspecify.annotations.NullMarked;
