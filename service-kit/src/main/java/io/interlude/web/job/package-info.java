/// Long jobs that orgs ask for, such as audits: made one at a time, and again where their process
/// ended.
@NullMarked
package io.interlude.web.job;

import org.jspecify.annotations.NullMarked;
