package io.interlude.benchmark.fuzz;

import java.util.ArrayList;
import java.util.List;

/// All families, each with its share.
final class Mixture {
    private record Share(Family family, int weight) {}

    private final List<Share> shares;
    private final int total;
    private final long seed;

    Mixture(FuzzOrg org, Canaries canaries, long seed) {
        this.seed = seed;
        List<Route> routes = Route.keyed(org);
        List<Route> open = Route.open();
        List<Route> all = new ArrayList<>(routes);
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
    BadRequest request(long number) {
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
