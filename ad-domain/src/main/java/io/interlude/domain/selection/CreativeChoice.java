package io.interlude.domain.selection;

import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.Rotation;
import io.interlude.domain.rotation.RotationPolicy;
import io.interlude.domain.rotation.RotationStamp;
import java.util.List;
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

    Chosen choose(PreparedLineItem item, RandomGenerator random) {
        List<CreativeVersion> creatives = item.creatives(input.format());
        Engagement[] engagements = engagements(creatives);
        RotationStamp stamp = RotationStamp.next(engagements);
        if (creatives.size() == 1) {
            return new Chosen(creatives.getFirst(), stamp);
        }
        boolean[] rooms = rooms(item, creatives);
        Rotation rotation = item.lineItem().rotation();
        int index =
                switch (rotation.mode()) {
                    case ADAPTIVE ->
                            RotationPolicy.adaptive(
                                    engagements,
                                    rooms,
                                    stamp,
                                    rotation.explorationShareBps(),
                                    random);
                    case SEQUENTIAL -> RotationPolicy.sequential(rooms, served(item));
                    case WEIGHTED -> RotationPolicy.weighted(weights(creatives), rooms, random);
                };
        return new Chosen(creatives.get(index), stamp);
    }

    private Engagement[] engagements(List<CreativeVersion> creatives) {
        return creatives.stream()
                .map(creative -> state.engagement(creative.id()))
                .toArray(Engagement[]::new);
    }

    private static int[] weights(List<CreativeVersion> creatives) {
        return creatives.stream().mapToInt(CreativeVersion::weight).toArray();
    }

    private boolean[] rooms(PreparedLineItem item, List<CreativeVersion> creatives) {
        boolean[] rooms = new boolean[creatives.size()];
        for (int i = 0; i < rooms.length; i++) {
            rooms[i] = check.creativeHasRoom(item, creatives.get(i));
        }
        return rooms;
    }

    /// How often the line item was served to the subscriber, or to anyone where no subscriber can
    /// be told.
    private long served(PreparedLineItem item) {
        LineItemId id = item.lineItem().id();
        if (input.frequency() instanceof FrequencyView.Counted counted) {
            FrequencyCounter counter = counted.counter(CapScope.LINE_ITEM, id.value());
            return counter == null ? 0 : counter.lifetime();
        }
        return state.spent(id, item.day(input.now()).epochDay()).lifetimeFetches();
    }

    /// @param stamp what the fold over the journal needs to know of the choice
    record Chosen(CreativeVersion creative, RotationStamp stamp) {}
}
