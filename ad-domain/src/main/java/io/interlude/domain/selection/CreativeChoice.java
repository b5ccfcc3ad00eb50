package io.interlude.domain.selection;

import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.Rotation;
import io.interlude.domain.rotation.RotationMode;
import io.interlude.domain.rotation.RotationPolicy;
import java.util.Arrays;
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

    CreativeVersion choose(PreparedLineItem item, RandomGenerator random) {
        List<CreativeVersion> creatives = item.creatives(input.format());
        if (creatives.size() == 1) {
            return creatives.getFirst();
        }
        Rotation rotation = item.lineItem().rotation();
        if (rotation.mode() == RotationMode.SEQUENTIAL) {
            return creatives.get(RotationPolicy.sequential(rooms(item, creatives), served(item)));
        }
        CreativeVersion[] free =
                creatives.stream()
                        .filter(creative -> check.creativeHasRoom(item, creative))
                        .toArray(CreativeVersion[]::new);
        return free[chance(rotation, free, random)];
    }

    private int chance(Rotation rotation, CreativeVersion[] free, RandomGenerator random) {
        return switch (rotation.mode()) {
            case ADAPTIVE ->
                    RotationPolicy.adaptive(
                            engagements(free), rotation.explorationShareBps(), random);
            case WEIGHTED ->
                    RotationPolicy.weighted(
                            Arrays.stream(free).mapToInt(CreativeVersion::weight).toArray(),
                            random);
            case SEQUENTIAL -> throw new IllegalArgumentException("no chance in a sequence");
        };
    }

    private Engagement[] engagements(CreativeVersion[] creatives) {
        return Arrays.stream(creatives)
                .map(creative -> state.engagement(creative.id()))
                .toArray(Engagement[]::new);
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
}
