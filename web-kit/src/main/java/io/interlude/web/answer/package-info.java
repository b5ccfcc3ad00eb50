/// Parameters and bodies of requests, and answers.
@NullMarked
package io.interlude.web.answer;

import org.jspecify.annotations.NullMarked;
