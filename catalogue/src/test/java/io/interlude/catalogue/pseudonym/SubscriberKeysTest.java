package io.interlude.catalogue.pseudonym;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.identity.SubscriberId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@ValueSource(booleans = {false, true})
class SubscriberKeysTest {
    /// Whether the first generation is of the kind that old orgs have.
    @Parameter boolean old;

    private final Random random = new Random(7);

    /// The secrets as they are kept, by `generation/path`, and the keys made from them.
    private final Map<String, byte[]> kept = new HashMap<>();

    private final byte[] pointKey = secret(SubscriberKeys.POINT_KEY_BYTES);
    private final SubscriberKeys keys = new SubscriberKeys(pointKey);

    private byte[] secret(int length) {
        byte[] secret = new byte[length];
        random.nextBytes(secret);
        return secret;
    }

    private void keep(int generation, TreeNode node, byte[] secret) {
        kept.put(generation + "/" + node.path(), secret);
        keys.keep(generation, node, secret);
    }

    private void show(int generation, KeyPage page) {
        kept.put(generation + "/page-" + page.number(), page.bytes());
        keys.show(generation, page);
    }

    private void begin() {
        if (old) {
            keep(0, TreeNode.ROOT, secret(NodeTree.SECRET_BYTES));
        } else {
            show(0, KeyPage.ofNewTree(secret(SubscriberKeys.SECRET_BYTES)));
        }
    }

    private void erase(SubscriberId id) {
        Puncture puncture = keys.puncture(id).orElseThrow();
        int generation = puncture.generation();
        if (generation + 1 == keys.generations()) {
            show(keys.generations(), KeyPage.ofNewTree(secret(SubscriberKeys.SECRET_BYTES)));
        }
        switch (puncture) {
            case Puncture.OfNodes nodes -> {
                nodes.kept().forEach((node, secret) -> keep(generation, node, secret));
                kept.remove(generation + "/" + nodes.destroyed().path());
                keys.destroy(generation, nodes.destroyed());
            }
            case Puncture.OfPages(_, List<KeyPage> pages) ->
                    pages.forEach(page -> show(generation, page));
        }
    }

    /// Keys made anew from what is kept, as another process would.
    private SubscriberKeys reread() {
        SubscriberKeys reread = new SubscriberKeys(pointKey);
        kept.forEach((place, secret) -> {
            String[] parts = place.split("/", -1);
            int generation = Integer.parseInt(parts[0]);
            if (parts[1].startsWith("page-")) {
                int number = Integer.parseInt(parts[1].substring("page-".length()));
                reread.show(generation, new KeyPage(number, secret));
            } else {
                reread.keep(generation, TreeNode.at(parts[1]).orElseThrow(), secret);
            }
        });
        return reread;
    }

    private static List<SubscriberId> ids(int count) {
        return IntStream.range(0, count).mapToObj(i -> new SubscriberId("s" + i)).toList();
    }

    private Map<SubscriberId, Subscriber> pseudonyms(List<SubscriberId> ids) {
        Map<SubscriberId, Subscriber> pseudonyms = new HashMap<>();
        ids.forEach(id -> pseudonyms.put(id, keys.pseudonym(id).orElseThrow()));
        return pseudonyms;
    }

    @Test
    void pseudonymsAreShortDifferentAndTheSameEachTime() {
        begin();

        Map<SubscriberId, Subscriber> pseudonyms = pseudonyms(ids(5_000));

        assertThat(new HashSet<>(pseudonyms.values())).hasSize(5_000);
        assertThat(pseudonyms.values())
                .allSatisfy(
                        pseudonym -> assertThat(pseudonym.value()).matches("[A-Za-z0-9_-]{22}"));
        assertThat(pseudonyms(ids(5_000))).isEqualTo(pseudonyms);
    }

    @Test
    void whatIsNamedOfASubscriberGoesWithTheirKey() {
        begin();
        SubscriberId ann = new SubscriberId("ann");
        SubscriberId ben = new SubscriberId("ben");
        Subscriber talk = keys.pseudonym(ann, "talk").orElseThrow();
        Subscriber other = keys.pseudonym(ben, "talk").orElseThrow();

        assertThat(talk)
                .isEqualTo(keys.pseudonym(ann, "talk").orElseThrow())
                .isNotIn(other, keys.pseudonym(ann).orElseThrow())
                .isNotEqualTo(keys.pseudonym(ann, "talks").orElseThrow());
        erase(ann);

        assertThat(keys.pseudonym(ann, "talk").orElseThrow()).isNotEqualTo(talk);
        assertThat(keys.pseudonym(ben, "talk")).hasValue(other);
    }

    @Test
    void anotherOrgsPseudonymsAreOthers() {
        begin();
        SubscriberKeys other = new SubscriberKeys(secret(SubscriberKeys.POINT_KEY_BYTES));
        other.show(0, KeyPage.ofNewTree(secret(SubscriberKeys.SECRET_BYTES)));

        SubscriberId id = new SubscriberId("s1");

        assertThat(other.pseudonym(id)).isPresent().isNotEqualTo(keys.pseudonym(id));
    }

    @Test
    void withoutSecretsThereIsNoPseudonym() {
        assertThat(keys.pseudonym(new SubscriberId("s1"))).isEmpty();
        assertThat(keys.puncture(new SubscriberId("s1"))).isEmpty();
    }

    @Test
    void anErasureOfAnOldTreeKeepsTheSiblingsDownToTheSubtreeThatGoes() {
        keep(0, TreeNode.ROOT, secret(NodeTree.SECRET_BYTES));

        Puncture.OfNodes puncture =
                (Puncture.OfNodes) keys.puncture(new SubscriberId("s1")).orElseThrow();

        assertThat(puncture.destroyed()).isEqualTo(TreeNode.ROOT);
        assertThat(puncture.kept()).hasSize(3 * 13);
        for (int depth = 1; depth <= 13; depth++) {
            int level = depth;
            assertThat(puncture.kept().keySet().stream().filter(node -> node.depth() == level))
                    .hasSize(3);
        }
    }

    @Test
    void whatAnOldErasureKeptFurtherDownGoesAsAWhole() {
        TreeNode deep = TreeNode.at("0".repeat(20)).orElseThrow();
        NodeTree tree = new NodeTree();
        tree.keep(deep, secret(NodeTree.SECRET_BYTES));

        assertThat(tree.puncture(0, 5)).contains(new Puncture.OfNodes(0, deep, Map.of()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 40, 300})
    void whoIsErasedGetsANewPseudonymAndNobodyElseDoes(int erased) {
        begin();
        List<SubscriberId> all = ids(2_000);
        Map<SubscriberId, Subscriber> before = pseudonyms(all);

        all.subList(0, erased).forEach(this::erase);

        Map<SubscriberId, Subscriber> after = pseudonyms(all);
        for (int i = 0; i < all.size(); i++) {
            SubscriberId id = all.get(i);
            if (i < erased) {
                assertThat(before.values()).doesNotContain(after.get(id));
            } else {
                assertThat(after.get(id)).isEqualTo(before.get(id));
            }
        }
    }

    @Test
    void whatIsKeptMakesNoErasedPseudonymAgain() {
        begin();
        List<SubscriberId> all = ids(200);
        Map<SubscriberId, Subscriber> before = pseudonyms(all);
        all.subList(0, 50).forEach(this::erase);

        SubscriberKeys reread = reread();

        for (SubscriberId id : all) {
            assertThat(reread.pseudonym(id)).isEqualTo(keys.pseudonym(id)).isPresent();
        }
        // No kept node of the first generation leads to an erased leaf.
        for (SubscriberId id : all.subList(0, 50)) {
            assertThat(reread.pseudonym(id)).isNotEqualTo(Optional.ofNullable(before.get(id)));
            assertThat(reread.puncture(id).orElseThrow().generation()).isEqualTo(1);
        }
    }

    @Test
    void whoIsErasedAgainAndAgainIsANewPersonEachTime() {
        begin();
        SubscriberId id = new SubscriberId("s1");
        SubscriberId other = new SubscriberId("s2");
        Subscriber others = keys.pseudonym(other).orElseThrow();
        Set<Subscriber> seen = new HashSet<>();

        for (int times = 0; times < 30; times++) {
            assertThat(seen.add(keys.pseudonym(id).orElseThrow())).isTrue();
            erase(id);
        }

        assertThat(keys.generations()).isEqualTo(31);
        assertThat(keys.pseudonym(other)).contains(others);
        assertThat(reread().pseudonym(id)).isEqualTo(keys.pseudonym(id));
    }

    @Test
    void readersFindEverybodyElseWhileOneIsErased() throws Exception {
        begin();
        List<SubscriberId> all = ids(400);
        List<SubscriberId> others = all.subList(200, 400);
        Map<SubscriberId, Subscriber> before = pseudonyms(others);
        List<String> faults = new ArrayList<>();
        Thread reader =
                new Thread(() -> {
                    for (int round = 0; round < 20; round++) {
                        for (SubscriberId id : others) {
                            if (!keys.pseudonym(id).equals(Optional.ofNullable(before.get(id)))) {
                                faults.add(id.value());
                            }
                        }
                    }
                });
        reader.start();

        all.subList(0, 200).forEach(this::erase);

        reader.join();
        assertThat(faults).isEmpty();
    }

    @Test
    void nodesAreWrittenAsTheWayToThem() {
        assertThat(TreeNode.ROOT.path()).isEmpty();
        assertThat(TreeNode.at("")).contains(TreeNode.ROOT);
        assertThat(TreeNode.at("0312").orElseThrow().path()).isEqualTo("0312");
        assertThat(TreeNode.leaf(-1L >>> 16).path()).isEqualTo("3".repeat(24));
        assertThat(TreeNode.leaf(0).depth()).isEqualTo(TreeNode.DEPTH);
        assertThat(TreeNode.at("4")).isEmpty();
        assertThat(TreeNode.at("0".repeat(25))).isEmpty();
        assertThat(TreeNode.at("point")).isEmpty();
    }

    @Test
    void nothingPrintsASecretOrAnId() {
        begin();
        SubscriberId id = new SubscriberId("somebody");

        assertThat(id).hasToString("SubscriberId[8 characters]");
        assertThat(keys).hasToString("SubscriberKeys[1 generations]");
        assertThat(new Puncture.OfNodes(0, TreeNode.ROOT, Map.of()))
                .hasToString("OfNodes[0, 0 kept]");
        assertThat(KeyPage.ofNewTree(secret(SubscriberKeys.SECRET_BYTES)))
                .hasToString("KeyPage[0, 18 bytes]");
    }
}
