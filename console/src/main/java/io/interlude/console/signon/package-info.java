/// Single sign-on: people come into the console by an OpenID provider.
@NullMarked
package io.interlude.console.signon;

import org.jspecify.annotations.NullMarked;
