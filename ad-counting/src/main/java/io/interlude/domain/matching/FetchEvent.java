package io.interlude.domain.matching;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.money.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Something that happened to a served fetch.
public sealed interface FetchEvent {
    /// When it happened.
    Instant occurredAt();

    /// Its message was sent, delivered or read.
    record Delivered(Instant occurredAt, DeliveryStep step) implements FetchEvent {
        public Delivered {
            requireNonNull(occurredAt, "occurredAt is null");
            requireNonNull(step, "step is null");
        }
    }

    /// An action was followed.
    ///
    /// @param actionIndex which one, from 0; [#REPORTED] when the application reported the click
    /// @param invalidTraffic true for prefetches, declared bots and the like
    record Clicked(Instant occurredAt, int actionIndex, boolean invalidTraffic)
            implements FetchEvent {
        public static final int REPORTED = -1;

        public Clicked {
            requireNonNull(occurredAt, "occurredAt is null");
        }
    }

    /// A tracked activity was completed.
    ///
    /// @param value what it was worth; null when it carried no value
    /// @param invalidTraffic true for prefetches, declared bots and the like
    /// @param name of the activity; null for none
    /// @param orderId of the advertiser's own; null for none
    /// @param receivedAt when the service got it, by its own clock
    /// @param late true when it came after the service's attribution window
    record Converted(
            Instant occurredAt,
            @Nullable Money value,
            boolean invalidTraffic,
            @Nullable String name,
            @Nullable String orderId,
            Instant receivedAt,
            boolean late)
            implements FetchEvent {
        public Converted {
            requireNonNull(occurredAt, "occurredAt is null");
            requireNonNull(receivedAt, "receivedAt is null");
        }

        /// One that came in time.
        public Converted(
                Instant occurredAt,
                @Nullable Money value,
                boolean invalidTraffic,
                @Nullable String name,
                @Nullable String orderId,
                Instant receivedAt) {
            this(occurredAt, value, invalidTraffic, name, orderId, receivedAt, false);
        }

        /// One without name and order, received at once.
        public Converted(Instant occurredAt, @Nullable Money value, boolean invalidTraffic) {
            this(occurredAt, value, invalidTraffic, null, null, occurredAt);
        }
    }

    /// A step of a flow was taken.
    ///
    /// @param engaging whether the step makes its fetch an engaged one
    record FlowStepped(Instant occurredAt, boolean engaging) implements FetchEvent {
        public FlowStepped {
            requireNonNull(occurredAt, "occurredAt is null");
        }
    }

    /// Its reader said something of it.
    record FeedbackGiven(Instant occurredAt, FeedbackKind kind) implements FetchEvent {
        public FeedbackGiven {
            requireNonNull(occurredAt, "occurredAt is null");
            requireNonNull(kind, "kind is null");
        }
    }

    /// An event of the application's own.
    record CustomReported(Instant occurredAt, String name) implements FetchEvent {
        public CustomReported {
            requireNonNull(occurredAt, "occurredAt is null");
            requireNonNull(name, "name is null");
        }
    }
}
