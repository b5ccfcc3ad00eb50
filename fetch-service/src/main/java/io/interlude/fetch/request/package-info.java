/// Fetches as clients ask for them: the parameters of query and body, read and checked.
@NullMarked
package io.interlude.fetch.request;

import org.jspecify.annotations.NullMarked;
