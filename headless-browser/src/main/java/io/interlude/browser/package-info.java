/// Drives a headless Chromium for tests.
@NullMarked
package io.interlude.browser;

import org.jspecify.annotations.NullMarked;
