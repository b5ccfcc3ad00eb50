/// Answers of the fetch endpoint as JSON.
@NullMarked
package io.interlude.fetch.answer;

import org.jspecify.annotations.NullMarked;
