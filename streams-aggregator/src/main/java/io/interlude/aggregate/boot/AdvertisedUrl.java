package io.interlude.aggregate.boot;

import java.net.URI;

/// The URL at which other services reach this instance of the aggregator, as `scheme://host:port`.
record AdvertisedUrl(URI url) {
    /// The form in which Kafka Streams tells it to the group.
    String applicationServer() {
        return url.getHost() + ':' + url.getPort();
    }
}
