package io.interlude.catalogue.subscriber;

import io.interlude.catalogue.pseudonym.KeyPage;
import io.interlude.catalogue.pseudonym.TreeNode;
import io.interlude.domain.identity.OrgId;
import java.util.Optional;

/// The place of one of an org's secrets: the key of its record.
sealed interface KeyPlace {
    String POINT_PATH = "point";
    String PAGE_PREFIX = "page-";
    String EPOCHS_PATH = "epochs";

    OrgId orgId();

    /// The record's key: `org/generation/path`.
    String text();

    /// The secret that says which leaf is whose.
    record Point(OrgId orgId) implements KeyPlace {
        @Override
        public String text() {
            return orgId.value() + "/0/" + POINT_PATH;
        }
    }

    /// A node of the tree of one generation.
    record Node(OrgId orgId, int generation, TreeNode node) implements KeyPlace {
        @Override
        public String text() {
            return orgId.value() + '/' + generation + '/' + node.path();
        }
    }

    /// A page of the tree of one generation.
    ///
    /// @param number of the [KeyPage]
    record Page(OrgId orgId, int generation, int number) implements KeyPlace {
        @Override
        public String text() {
            return orgId.value() + '/' + generation + '/' + path();
        }

        String path() {
            return PAGE_PREFIX + number;
        }
    }

    /// The keys of the org's events. No part of any tree.
    record Epochs(OrgId orgId) implements KeyPlace {
        @Override
        public String text() {
            return orgId.value() + "/0/" + EPOCHS_PATH;
        }
    }

    /// The place of a record's key; empty if it is none.
    static Optional<KeyPlace> parse(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length != 3 || !parts[1].matches("\\d{1,9}")) {
            return Optional.empty();
        }
        OrgId orgId = new OrgId(parts[0]);
        if (parts[2].equals(POINT_PATH)) {
            return Optional.of(new Point(orgId));
        }
        if (parts[2].equals(EPOCHS_PATH)) {
            return Optional.of(new Epochs(orgId));
        }
        int generation = Integer.parseInt(parts[1]);
        if (parts[2].matches(PAGE_PREFIX + "\\d{1,4}")) {
            int number = Integer.parseInt(parts[2].substring(PAGE_PREFIX.length()));
            return number <= KeyPage.LAST
                    ? Optional.of(new Page(orgId, generation, number))
                    : Optional.empty();
        }
        return TreeNode.at(parts[2]).map(node -> new Node(orgId, generation, node));
    }
}
