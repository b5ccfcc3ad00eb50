package io.interlude.aggregate.topology;

/// Names of the stores. A changelog topic is named after its store, so a new name is a new state.
public final class StoreNames {
    public static final String SUBSCRIBER_FREQUENCIES = "subscriber-frequencies";
    public static final String FETCHES = "fetches";
    public static final String COUNTED_EVENTS = "counted-events";
    public static final String PARKED_EVENTS = "parked-events";
    public static final String PENDING_SUMS = "pending-sums";
    public static final String LINE_ITEM_SPENDS = "line-item-spends";
    public static final String CREATIVE_ENGAGEMENTS = "creative-engagements";
    public static final String ROLLUP_CELLS = "rollup-cells";
    public static final String REACH_CELLS = "reach-cells";
    public static final String REPORTED_ORDERS = "reported-orders";

    /// Name of a store's changelog topic.
    public static String changelog(String applicationId, String store) {
        return applicationId + '-' + store + "-changelog";
    }

    private StoreNames() {}
}
