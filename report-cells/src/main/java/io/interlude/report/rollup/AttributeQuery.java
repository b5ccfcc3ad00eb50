package io.interlude.report.rollup;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.schema.RollupCell;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

/// Cells by the values of the attributes that orgs report by. Blocks, for as long as it reads.
public interface AttributeQuery {
    /// Of no attributes.
    AttributeQuery NONE =
            new AttributeQuery() {
                @Override
                public SortedMap<String, Double> progress(OrgId orgId) {
                    return new TreeMap<>();
                }

                @Override
                public void await(OrgId orgId, Map<TopicPartition, Long> ends, Duration longest) {
                    // There is nothing to wait for.
                }

                @Override
                public String label(OrgId orgId, String attribute, String value) {
                    return value;
                }

                @Override
                public void forEach(
                        OrgId orgId, String attribute, CellSlice slice, Consumer<Cell> taker) {
                    throw new StateUnavailableException("no attributes");
                }
            };

    /// The attributes that the org declared, and how much of the journal is counted by each: from 0
    /// to 1, which it is once reports can be read.
    SortedMap<String, Double> progress(OrgId orgId);

    /// Waits until everything before these offsets is counted by those that can be read.
    ///
    /// @throws StateUnavailableException if it takes longer
    void await(OrgId orgId, Map<TopicPartition, Long> ends, Duration longest);

    /// Under which value the counts of a value stand: the value itself, or [Cell#OTHER].
    String label(OrgId orgId, String attribute, String value);

    /// Gives the cells of a slice by the values of the attribute.
    ///
    /// @throws StateUnavailableException while the attribute is not declared or not counted yet
    void forEach(OrgId orgId, String attribute, CellSlice slice, Consumer<Cell> taker);

    /// A cell of the requests that have one value of an attribute.
    final class Cell extends RollupCell {
        private static final long serialVersionUID = 1L;

        /// Value of all that come after the most values which are kept of an attribute.
        public static final String OTHER = "(other)";

        private final String attribute;
        private final String value;

        /// @param value empty for requests without the attribute
        public Cell(String attribute, String value) {
            this.attribute = attribute;
            this.value = value;
        }

        public String attribute() {
            return attribute;
        }

        public String value() {
            return value;
        }
    }
}
