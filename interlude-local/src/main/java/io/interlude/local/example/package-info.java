/// The page of a publisher who uses the web embed, to look at.
@NullMarked
package io.interlude.local.example;

import org.jspecify.annotations.NullMarked;
