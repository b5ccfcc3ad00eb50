/// Holds what the product is deployed with to itself and to the product: `docker-compose.yml`, the
/// Kubernetes manifests, dashboards and alerts.
@NullMarked
package io.interlude.check.deploy;

import org.jspecify.annotations.NullMarked;
