/// Changes of the catalogue, each one transaction.
@NullMarked
package io.interlude.catalogue.command;

import org.jspecify.annotations.NullMarked;
