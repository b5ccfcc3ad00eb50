package io.interlude.domain.lift;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.HmacSha256;
import io.interlude.domain.identity.Subscriber;
import java.nio.ByteBuffer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The share of its subscribers that a campaign is not served to, so that one can tell what it
/// achieves.
///
/// A hash of the campaign's id under the subscriber's pseudonym decides. The pseudonym itself is a
/// keyed hash, under a key of the org: without that key nobody can work out from a subscriber's id
/// what they are held out of. A subscriber stays in a campaign's holdout, also when it grows;
/// holdouts of different campaigns are independent.
///
/// @param share from 0 to [#LARGEST]
/// @param since when the share was last changed to another than none; null when it never was
/// @param until when it was taken away; null while there is one
public record Holdout(double share, @Nullable Instant since, @Nullable Instant until) {
    /// No share is larger: there must be enough of those that are served.
    public static final double LARGEST = 0.5;

    /// Of a campaign that is served to everyone, and always was.
    public static final Holdout NONE = new Holdout(0, null, null);

    /// No other hash covers this label.
    private static final byte[] LABEL = "interlude-holdout\0".getBytes(UTF_8);

    public Holdout {
        if (!(share >= 0 && share <= LARGEST)) {
            throw new IllegalArgumentException("no share of a holdout: " + share);
        }
    }

    /// Of this share, from the beginning on.
    public static Holdout of(double share) {
        return new Holdout(share, Instant.EPOCH, null);
    }

    public boolean isNone() {
        return share == 0;
    }

    /// Whether the campaign of which it is is not served to the subscriber.
    public boolean holdsOut(CampaignId campaign, Subscriber subscriber) {
        return share > 0 && place(campaign, subscriber) < share;
    }

    /// The same after a change of the share.
    public Holdout changed(double newShare, Instant now) {
        if (newShare == share) {
            return this;
        }
        return newShare == 0 ? new Holdout(0, since, now) : new Holdout(newShare, now, null);
    }

    /// Where the subscriber stands among all that there may be, from 0 to less than 1.
    private static double place(CampaignId campaign, Subscriber subscriber) {
        byte[] hash =
                new HmacSha256(subscriber.value().getBytes(UTF_8))
                        .of(LABEL, campaign.value().getBytes(UTF_8));
        return (ByteBuffer.wrap(hash).getLong() >>> 11) * 0x1.0p-53;
    }
}
