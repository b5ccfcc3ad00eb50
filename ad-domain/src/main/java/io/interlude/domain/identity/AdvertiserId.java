package io.interlude.domain.identity;

import static java.util.Objects.requireNonNull;

/// Id of an advertiser, unique in its org.
public record AdvertiserId(String value) {
    public AdvertiserId {
        requireNonNull(value, "value is null");
    }

    @Override
    public String toString() {
        return value;
    }
}
