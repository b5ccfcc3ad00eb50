package io.interlude.domain.selection;

import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prepared.PreparedLineItem;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.Rotation;
import io.interlude.domain.rotation.RotationPolicy;
import io.interlude.domain.rotation.RotationStamp;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Rotation inside the line item that was selected, among its creatives with room in their caps.
final class CreativeChoice {
    private final SelectionInput input;
    private final ServingState state;
    private final CandidateCheck check;

    CreativeChoice(SelectionInput input, ServingState state, CandidateCheck check) {
        this.input = input;
        this.state = state;
        this.check = check;
    }

    Chosen choose(Contender winner, RandomGenerator random) {
        PreparedLineItem item = winner.item();
        List<CreativeVersion> creatives = item.creatives(input.format());
        Engagement[] engagements = engagements(creatives);
        RotationStamp stamp = RotationStamp.next(engagements, state.epochFetches());
        SelectionVerdict verdict = winner.verdict(null);
        if (creatives.size() == 1) {
            return new Chosen(creatives.getFirst(), stamp, Map.of(), verdict);
        }
        boolean[] rooms = rooms(item, creatives);
        Rotation rotation = item.lineItem().rotation();
        return switch (rotation.mode()) {
            case SEQUENTIAL -> next(winner, creatives, rooms, stamp);
            case ADAPTIVE -> {
                int share = rotation.explorationShareBps();
                int index = RotationPolicy.adaptive(engagements, rooms, stamp, share, random);
                yield new Chosen(
                        creatives.get(index), stamp, byId(creatives, engagements), verdict);
            }
            case WEIGHTED -> {
                int index = RotationPolicy.weighted(weights(creatives), rooms, random);
                yield new Chosen(creatives.get(index), stamp, Map.of(), verdict);
            }
        };
    }

    private Engagement[] engagements(List<CreativeVersion> creatives) {
        return creatives.stream()
                .map(creative -> state.engagement(creative.id()))
                .toArray(Engagement[]::new);
    }

    private static Map<CreativeId, Engagement> byId(
            List<CreativeVersion> creatives, Engagement[] engagements) {
        Map<CreativeId, Engagement> byId = HashMap.newHashMap(engagements.length);
        for (int i = 0; i < engagements.length; i++) {
            byId.put(creatives.get(i).id(), engagements[i]);
        }
        return byId;
    }

    private static int[] weights(List<CreativeVersion> creatives) {
        return creatives.stream().mapToInt(CreativeVersion::weight).toArray();
    }

    private boolean[] rooms(PreparedLineItem item, List<CreativeVersion> creatives) {
        boolean[] rooms = new boolean[creatives.size()];
        for (int i = 0; i < rooms.length; i++) {
            rooms[i] = check.mayServe(item, creatives.get(i));
        }
        return rooms;
    }

    /// The subscriber's next one, or the line item's where no subscriber can be told. A verdict
    /// keeps what the line item had served, if that decided.
    private Chosen next(
            Contender winner,
            List<CreativeVersion> creatives,
            boolean[] rooms,
            RotationStamp stamp) {
        LineItemId id = winner.item().lineItem().id();
        if (input.frequency() instanceof FrequencyView.Counted counted) {
            FrequencyCounter counter = counted.counter(CapScope.LINE_ITEM, id.value());
            long served = counter == null ? 0 : counter.lifetime();
            int index = RotationPolicy.sequential(rooms, served);
            return new Chosen(creatives.get(index), stamp, Map.of(), winner.verdict(null));
        }
        Spent known = winner.spent();
        Spent spent = known == null ? spent(winner.item()) : known;
        int index = RotationPolicy.sequential(rooms, spent.lifetimeFetches());
        return new Chosen(creatives.get(index), stamp, Map.of(), winner.verdict(null, spent));
    }

    private Spent spent(PreparedLineItem item) {
        return state.spent(item.lineItem().id(), check.day(item).epochDay());
    }

    /// @param stamp what the fold over the journal needs to know of the choice
    /// @param engagements what adaptive rotation was decided with
    record Chosen(
            CreativeVersion creative,
            RotationStamp stamp,
            Map<CreativeId, Engagement> engagements,
            SelectionVerdict verdict) {}
}
