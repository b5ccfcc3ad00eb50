/// `./interlude audit`: an audit of a running product, in a terminal.
@NullMarked
package io.interlude.local.audit;

import org.jspecify.annotations.NullMarked;
