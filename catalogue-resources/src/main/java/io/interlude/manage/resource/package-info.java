/// The parts that all resources of the catalogue share: commands, versions, lists, routes.
@NullMarked
package io.interlude.manage.resource;

import org.jspecify.annotations.NullMarked;
