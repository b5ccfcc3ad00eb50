/// The product as a seller of the Ad Context Protocol (AdCP 3.0): its media-buy tasks as tools, for
/// agents of buyers.
@NullMarked
package io.interlude.agent.adcp;

import org.jspecify.annotations.NullMarked;
