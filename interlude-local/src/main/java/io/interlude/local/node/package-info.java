/// What the nodes that run as processes of their own have in common.
@NullMarked
package io.interlude.local.node;

import org.jspecify.annotations.NullMarked;
