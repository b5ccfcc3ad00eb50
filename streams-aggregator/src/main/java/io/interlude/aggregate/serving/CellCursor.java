package io.interlude.aggregate.serving;

import io.interlude.aggregate.query.CellScan;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.state.wire.CellsAnswer;
import io.interlude.state.wire.CellsQuestion;
import java.util.Iterator;
import java.util.function.IntPredicate;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/// Goes through the cells of an answer, frame by frame, so that no more than one is in memory. Used
/// by one thread at a time, and closed by the last.
///
/// @param <V> what a cell is
final class CellCursor<V> implements AutoCloseable {
    private final CellsQuestion question;
    private final CellScan<V> cells;
    private final IntPredicate fit;
    private final CellsAnswer<V> answer;
    private final Iterator<Integer> partitions;
    private boolean begun;
    private int partition;
    private @Nullable KeyValueIterator<Bytes, V> found;

    /// @param fit whether a partition may be read here now; asked again behind its last cell
    CellCursor(CellsQuestion question, CellScan<V> cells, IntPredicate fit) {
        this.question = question;
        this.cells = cells;
        this.fit = fit;
        this.answer = new CellsAnswer<>(question.kind());
        this.partitions = question.partitions().iterator();
    }

    /// The next frame; null behind the last.
    byte @Nullable [] next() {
        if (!begun) {
            begun = true;
            return CellsAnswer.beginning(question);
        }
        try {
            KeyValueIterator<Bytes, V> open = found;
            if (open != null) {
                return block(open);
            }
            if (!partitions.hasNext()) {
                return null;
            }
            partition = partitions.next();
            if (!fit.test(partition)) {
                return CellsAnswer.missing(partition);
            }
            KeyValueIterator<Bytes, V> opened =
                    cells.open(
                            partition,
                            question.orgId(),
                            question.granularity(),
                            question.from(),
                            question.to());
            found = opened;
            return block(opened);
        } catch (KafkaException | IllegalStateException | StateUnavailableException e) {
            close();
            return CellsAnswer.missing(partition);
        }
    }

    private byte[] block(KeyValueIterator<Bytes, V> open) {
        boolean any = false;
        while (open.hasNext() && !answer.isFull()) {
            answer.add(open.next().value);
            any = true;
        }
        if (any) {
            return answer.drain(partition);
        }
        close();
        return fit.test(partition)
                ? CellsAnswer.complete(partition)
                : CellsAnswer.missing(partition);
    }

    @Override
    public void close() {
        KeyValueIterator<Bytes, V> open = found;
        found = null;
        if (open != null) {
            open.close();
        }
    }
}
