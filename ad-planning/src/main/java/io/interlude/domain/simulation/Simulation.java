package io.interlude.domain.simulation;

import io.interlude.domain.conversation.ConversationView;
import io.interlude.domain.explain.ConversationRead;
import io.interlude.domain.explain.Recompute;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.explain.RecordedOutcome;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.money.Price;
import io.interlude.domain.outcome.RateKind;
import io.interlude.domain.outcome.Slice;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.PreparedLineItem;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.domain.selection.SelectionVerdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Decides recorded requests again, in the order of their times, under a changed catalogue.
///
/// Each request goes through the product's own [io.interlude.domain.selection.Selection] with the
/// recorded seed and the recorded inputs. Without a change these are all that is needed. With one,
/// each input is what the record tells and by how much the simulation differs by then: a cap counts
/// the fetches that would have been, a budget what would have been spent. For one thread.
public final class Simulation {
    private final Instant from;
    private final boolean edited;
    private final SimulatedState state;
    private final ServedBefore served;
    private final Rerun rerun;
    private final Map<Key, SimulatedRow> actual = new LinkedHashMap<>();
    private final Map<Key, SimulatedRow> simulated = new LinkedHashMap<>();
    private long requests;
    private long unknown;
    private long notAvailable;

    /// @param from requests of before are not counted; they tell what had been served by then
    /// @param edited whether anything of the catalogue is changed
    /// @param memory is told how many bytes the simulation is about to take, for the counters of
    ///   subscribers and for the latest fetches; throws if they are not free
    public Simulation(Instant from, boolean edited, LongConsumer memory) {
        this.from = from;
        this.edited = edited;
        this.state = new SimulatedState(memory);
        this.served = new ServedBefore(memory);
        this.rerun = new Rerun(state, served);
    }

    /// Decides the next request again.
    ///
    /// @param fetchId of the request, by which events name it
    public void add(SimulatedRequest request, String fetchId) {
        RecordedDecision recorded = request.decision();
        state.turnTo(request);
        if (edited) {
            state.learn();
        }
        Win was = wasServed(request).orElse(null);
        boolean counts = !recorded.decidedAt().isBefore(from);
        Win wouldBe = was;
        if (counts) {
            wouldBe = (edited ? rerun.decide(request) : again(request, was)).orElse(null);
            requests++;
            unknown += edited && rerun.lackedRelevance() ? 1 : 0;
            count(was, actual);
            count(wouldBe, simulated);
        }
        if (edited) {
            rollForward(request, was, wouldBe);
            rerun.note(request, was, wouldBe);
        }
        if (was != null) {
            state.rolling()
                    .served(fetchId, was.creative(), slice(request, was.item().lineItem().id()));
        }
    }

    /// Counts an event of a recorded fetch, from which rates are predicted.
    public void event(String fetchId, RateKind kind) {
        state.rolling().event(fetchId, kind);
    }

    /// Notes a request whose decision is kept no more.
    public void miss(Instant decidedAt) {
        notAvailable += decidedAt.isBefore(from) ? 0 : 1;
    }

    /// Requests that could not be decided again, as their decisions are kept no more.
    public long notAvailable() {
        return notAvailable;
    }

    /// Requests that were decided again.
    public long requests() {
        return requests;
    }

    /// Share of these, 0 to 1, in which a line item was out because its relevance is not known.
    public double unknownRelevance() {
        return requests == 0 ? 0 : (double) unknown / requests;
    }

    /// What was served, by line item and creative.
    public List<SimulatedRow> actual() {
        return ordered(actual);
    }

    /// What would have been served.
    public List<SimulatedRow> simulated() {
        return ordered(simulated);
    }

    private static List<SimulatedRow> ordered(Map<Key, SimulatedRow> rows) {
        return rows.values().stream()
                .sorted(
                        Comparator.comparing((SimulatedRow row) -> row.lineItemId().value())
                                .thenComparing(SimulatedRow::currency)
                                .thenComparing(row -> row.creativeId().value()))
                .toList();
    }

    private Optional<Win> wasServed(SimulatedRequest request) {
        return request.decision().outcome() instanceof RecordedOutcome.Served outcome
                ? request.then()
                        .item(outcome.lineItemId())
                        .map(item -> win(request, item, outcome.creativeId()))
                : Optional.empty();
    }

    /// Where a decision cannot be made again, its outcome stands.
    private Optional<Win> again(SimulatedRequest request, @Nullable Win was) {
        SelectionOutcome again = request.again();
        return again == null ? Optional.ofNullable(was) : won(request, again);
    }

    private Optional<Win> won(SimulatedRequest request, SelectionOutcome outcome) {
        return outcome instanceof SelectionOutcome.Served one
                ? Optional.of(win(request, one.lineItem(), one.creative().id()))
                : Optional.empty();
    }

    private Win win(SimulatedRequest request, PreparedLineItem item, CreativeId creative) {
        return Win.of(request, item, creative, state);
    }

    private static int slice(SimulatedRequest request, LineItemId id) {
        SelectionVerdict verdict = request.verdict(id);
        String adUnitCode = request.decision().adUnitCode();
        return verdict == null
                ? Slice.withoutContext(adUnitCode)
                : Slice.of(verdict.relevance(), adUnitCode);
    }

    private static void count(@Nullable Win win, Map<Key, SimulatedRow> rows) {
        if (win != null) {
            SimulatedRow row = win.row();
            rows.merge(
                    new Key(row.lineItemId(), row.creativeId(), row.currency()),
                    row,
                    SimulatedRow::plus);
        }
    }

    private void rollForward(SimulatedRequest request, @Nullable Win was, @Nullable Win wouldBe) {
        String owner = request.owner();
        if (owner != null) {
            List<FrequencyAdvance> were = advances(request, was);
            boolean same = was != null && was.isOf(wouldBe);
            served.add(
                    owner,
                    were,
                    same ? were : advances(request, wouldBe),
                    request.decision().decidedAt());
        }
        if (was != null) {
            state.ledger(was.item().lineItem().id())
                    .served(was.day(), was.item().lineItem().price().fetchMicros());
        }
        if (was == null ? wouldBe != null : !was.costsAs(wouldBe)) {
            change(was, -1);
            change(wouldBe, 1);
        }
    }

    private void change(@Nullable Win win, int sign) {
        if (win != null) {
            state.ledger(win.item().lineItem().id())
                    .change(win.day(), sign, win.row(), win.conversions());
        }
    }

    /// Those of the changed catalogue, so that caps that it alone has find their times.
    private static List<FrequencyAdvance> advances(SimulatedRequest request, @Nullable Win win) {
        if (win == null) {
            return List.of();
        }
        PreparedCatalogue catalogue = request.changed();
        RecordedDecision recorded = request.decision();
        PreparedLineItem item = catalogue.item(win.item().lineItem().id()).orElse(win.item());
        List<FrequencyAdvance> advances = new ArrayList<>();
        if (request.subscriber() != null) {
            advances.addAll(
                    catalogue.advances(
                            Recompute.adUnit(recorded, catalogue.source()), item, win.creative()));
        }
        ConversationRead conversation = recorded.state().conversation();
        advances.addAll(
                catalogue.advances(
                        item,
                        new ConversationView(
                                conversation.conversation(),
                                conversation.turn(),
                                conversation.sameBreak(),
                                new FrequencyView.NoSubscriber())));
        return advances;
    }

    private record Key(LineItemId lineItemId, CreativeId creativeId, String currency) {}

    /// An ad that is served.
    ///
    /// @param day of the line item's time zone
    record Win(
            PreparedLineItem item,
            CreativeId creative,
            long day,
            SimulatedRow row,
            double conversions) {
        static Win of(
                SimulatedRequest request,
                PreparedLineItem item,
                CreativeId creative,
                SimulatedState state) {
            RecordedDecision recorded = request.decision();
            LineItemId id = item.lineItem().id();
            Price price = item.lineItem().price();
            int slice = slice(request, id);
            double clicks = state.expected(id, RateKind.CLICK, slice);
            double conversions =
                    price.conversionMicros() == 0
                            ? 0
                            : state.expected(id, RateKind.CONVERSION, slice);
            double micros =
                    price.impressionMicros()
                            + clicks * price.clickMicros()
                            + conversions * price.conversionMicros();
            return new Win(
                    item,
                    creative,
                    item.day(recorded.decidedAt()).epochDay(),
                    new SimulatedRow(id, creative, price.amount().currency(), 1, micros, clicks),
                    conversions);
        }

        /// Whether the other is of the same creative.
        boolean isOf(@Nullable Win other) {
            return other != null && creative.equals(other.creative);
        }

        /// Whether the other is of the same line item at the same cost.
        boolean costsAs(@Nullable Win other) {
            return other != null
                    && item.lineItem().id().equals(other.item.lineItem().id())
                    && row.spentMicros() == other.row.spentMicros();
        }
    }
}
