package io.interlude.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;

/// The table of contents, which is the page that the site starts with: in `docs/README.md` each
/// heading of the second level is a group, and the first link of each list item below it is a page.
///
/// @param groups in their order
record Contents(List<Group> groups) {
    static final String SOURCE = "docs/README.md";

    Contents {
        groups = List.copyOf(groups);
    }

    /// Reads it.
    ///
    /// @param root of the project
    static Contents read(Path root) throws IOException {
        Node document = Markdown.parse(Files.readString(root.resolve(SOURCE)));
        List<Group> groups = new ArrayList<>();
        groups.add(new Group("", List.of(new Entry("Documentation", SOURCE))));
        String title = "";
        for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading heading) {
                title = Markdown.text(heading);
            } else {
                List<Entry> entries = entries(node);
                if (!entries.isEmpty()) {
                    groups.add(new Group(title, entries));
                }
            }
        }
        return new Contents(groups);
    }

    private static List<Entry> entries(Node block) {
        List<Entry> entries = new ArrayList<>();
        block.accept(
                new AbstractVisitor() {
                    @Override
                    public void visit(ListItem item) {
                        Node first = item.getFirstChild();
                        if (first != null && first.getFirstChild() instanceof Link link) {
                            Path source =
                                    Path.of(SOURCE)
                                            .resolveSibling(link.getDestination())
                                            .normalize();
                            entries.add(
                                    new Entry(
                                            Markdown.text(link),
                                            source.toString().replace('\\', '/')));
                        }
                        visitChildren(item);
                    }
                });
        return entries;
    }

    /// All pages in reading order.
    List<Entry> entries() {
        return groups.stream().flatMap(group -> group.entries().stream()).toList();
    }

    /// Pages that stand together in the navigation.
    ///
    /// @param title empty for the first, which is the start alone
    record Group(String title, List<Entry> entries) {
        Group {
            entries = List.copyOf(entries);
        }
    }
}
