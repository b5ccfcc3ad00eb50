/// Tests of saved reports.
@NullMarked
package io.interlude.manage.savedreport;

import org.jspecify.annotations.NullMarked;
