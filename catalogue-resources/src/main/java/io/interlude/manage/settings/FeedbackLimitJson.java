package io.interlude.manage.settings;

import io.interlude.manage.validation.Fields;
import io.interlude.schema.FeedbackLimit;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `feedbackLimit: {share, atLeast}`: how often readers may report a creative before the product
/// makes a draft of it.
final class FeedbackLimitJson {
    private static final String FEEDBACK_LIMIT = "feedbackLimit";
    private static final String SHARE = "share";
    private static final String AT_LEAST = "atLeast";
    private static final int MOST_REPORTS = 1_000_000_000;

    private FeedbackLimitJson() {}

    /// Null where there is none.
    static @Nullable FeedbackLimit read(Fields fields) {
        Fields limit = fields.object(FEEDBACK_LIMIT);
        if (limit == null) {
            return null;
        }
        limit.require(SHARE);
        limit.require(AT_LEAST);
        BigDecimal share = limit.decimal(SHARE, 0, 1);
        Integer atLeast = limit.integer(AT_LEAST, 1, MOST_REPORTS);
        return new FeedbackLimit(
                share == null ? 1 : share.doubleValue(), atLeast == null ? 1 : atLeast);
    }

    /// Writes nothing where there is none.
    static void write(@Nullable FeedbackLimit value, ObjectNode json) {
        if (value != null) {
            json.putObject(FEEDBACK_LIMIT)
                    .put(SHARE, value.getShare())
                    .put(AT_LEAST, value.getAtLeast());
        }
    }
}
