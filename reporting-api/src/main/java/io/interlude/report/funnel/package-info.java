/// How people went through a flow.
@NullMarked
package io.interlude.report.funnel;

import org.jspecify.annotations.NullMarked;
