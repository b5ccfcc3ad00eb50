package io.interlude.report.journal;

import io.interlude.journal.history.HistoryPage;
import io.interlude.journal.history.HistoryQuery;
import io.interlude.journal.history.JournalHistory;
import io.interlude.journal.history.KafkaJournalHistory;
import io.interlude.journal.reading.JournalCursor;
import io.interlude.web.answer.Answers;
import io.interlude.web.limits.SideWork;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// The journal read page after page.
public final class JournalPages {
    /// What an answer of page after page holds: one that is sent, the next, and the pieces on their
    /// way. Pages of refused events are as large.
    public static final long STREAM_BYTES =
            2 * KafkaJournalHistory.PAGE_HEAP_BYTES + Answers.SENDING_BYTES;

    private JournalPages() {}

    /// One page, given on from a thread that may work.
    public static Mono<HistoryPage> one(JournalHistory journal, HistoryQuery query) {
        return Mono.fromFuture(() -> journal.page(query))
                .publishOn(SideWork.of(query.orgId().value()));
    }

    /// Every page that the query has, each read when the one before it was taken.
    public static Flux<HistoryPage> all(JournalHistory journal, HistoryQuery query) {
        return one(journal, query).expand(page -> after(journal, query, page));
    }

    /// The pages from one that was read already.
    public static Flux<HistoryPage> from(
            JournalHistory journal, HistoryQuery query, HistoryPage first) {
        return Mono.just(first).expand(page -> after(journal, query, page));
    }

    private static Mono<HistoryPage> after(
            JournalHistory journal, HistoryQuery query, HistoryPage page) {
        JournalCursor next = page.next();
        return next == null ? Mono.empty() : one(journal, query.after(next));
    }
}
