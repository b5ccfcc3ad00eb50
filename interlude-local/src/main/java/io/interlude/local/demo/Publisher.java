package io.interlude.local.demo;

import java.util.List;
import java.util.SplittableRandom;

/// An application that the demo plays: its fetch key and the ad units it asks for. Prints no key.
record Publisher(String applicationId, String key, List<String> adUnitCodes) {
    Publisher {
        adUnitCodes = List.copyOf(adUnitCodes);
    }

    /// One of the ad units, or the empty text, which stands for the application's default.
    String anyAdUnit(SplittableRandom random) {
        return adUnitCodes.isEmpty() ? "" : adUnitCodes.get(random.nextInt(adUnitCodes.size()));
    }

    @Override
    public String toString() {
        return "Publisher[" + applicationId + "]";
    }
}
