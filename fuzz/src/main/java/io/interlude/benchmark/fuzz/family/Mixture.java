package io.interlude.benchmark.fuzz.family;

import io.interlude.benchmark.fuzz.request.BadRequest;
import io.interlude.benchmark.fuzz.request.Canaries;
import io.interlude.benchmark.fuzz.request.DescribedRoute;
import io.interlude.benchmark.fuzz.request.Draw;
import io.interlude.benchmark.fuzz.request.FuzzOrg;
import java.util.ArrayList;
import java.util.List;

/// All families, each with its share.
public final class Mixture {
    private record Share(Family family, int weight) {}

    private final List<Share> shares;
    private final int total;
    private final long seed;

    public Mixture(FuzzOrg org, Canaries canaries, long seed) {
        this.seed = seed;
        List<DescribedRoute> routes = DescribedRoute.keyed(org);
        List<DescribedRoute> open = DescribedRoute.open();
        List<DescribedRoute> all = new ArrayList<>(routes);
        all.addAll(open);
        shares =
                List.of(
                        new Share(new AuthFamily(routes, canaries), 12),
                        new Share(new PlaceFamily(all, org.keys().mgmt()), 12),
                        new Share(new BodyFamily(routes), 20),
                        new Share(new EventFamily(org, canaries), 14),
                        new Share(new FetchFamily(org, canaries), 8),
                        new Share(new LinkFamily(org, canaries), 8),
                        new Share(new ManageFamily(org), 10),
                        new Share(new QueryFamily(org), 4),
                        new Share(new RegistryFamily(), 4),
                        new Share(OpenFamily.of(open, canaries), 6),
                        new Share(new WireFamily(org, canaries), 12));
        total = shares.stream().mapToInt(Share::weight).sum();
    }

    /// Request number `number`, from 0: always the same, but for the ids of the org.
    public BadRequest request(long number) {
        Draw draw = new Draw(seed, number);
        int left = draw.below(total);
        for (Share share : shares) {
            left -= share.weight();
            if (left < 0) {
                return share.family().next(draw);
            }
        }
        throw new IllegalStateException("no share is left");
    }
}
