package io.interlude.site;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;

/// Leads links between files of the project to the site's pages. A link to a file that is no page,
/// such as source code, becomes plain words; one to the product on this machine stays in the
/// product.
final class Links {
    private static final Pattern ELSEWHERE = Pattern.compile("^([a-z][a-z0-9+.-]*:|//).*");
    private static final String PRODUCT = "http://127.0.0.1:8080/";

    private final Map<String, Page> sourceToPage = new HashMap<>();
    private final Collection<String> pictures;
    private final List<String> faults;

    /// @param pages all of them
    /// @param pictures takes the files of those that pages show
    /// @param faults takes what is wrong
    Links(List<Page> pages, Collection<String> pictures, List<String> faults) {
        pages.forEach(page -> sourceToPage.put(page.entry().source(), page));
        this.pictures = pictures;
        this.faults = faults;
    }

    /// The file among the site's: `images/overview.svg` of `docs/images/overview.svg`.
    static String pictureFile(String source) {
        return source.replaceFirst("^docs/", "");
    }

    void rewrite(Page page) {
        page.document()
                .accept(
                        new AbstractVisitor() {
                            @Override
                            public void visit(Link link) {
                                visitChildren(link);
                                rewrite(page, link);
                            }

                            @Override
                            public void visit(Image image) {
                                String source = resolve(page, image.getDestination());
                                pictures.add(source);
                                image.setDestination("/docs/" + pictureFile(source));
                            }
                        });
    }

    private void rewrite(Page page, Link link) {
        String target = link.getDestination();
        if (target.startsWith(PRODUCT)) {
            link.setDestination(target.substring(PRODUCT.length() - 1));
        } else if (!ELSEWHERE.matcher(target).matches()) {
            int hash = target.indexOf('#');
            String file = hash < 0 ? target : target.substring(0, hash);
            String id = hash < 0 ? "" : target.substring(hash + 1);
            Page other = file.isEmpty() ? page : sourceToPage.get(resolve(page, file));
            if (other == null) {
                unlink(link);
            } else {
                link.setDestination(address(page, other, id, target));
            }
        }
    }

    private String address(Page page, Page other, String id, String target) {
        if (id.isEmpty()) {
            return other.entry().address();
        }
        if (!other.ids().contains(id)) {
            faults.add(page.entry().source() + " links to " + target + ", which has no such place");
        }
        return other == page ? '#' + id : other.entry().address() + '#' + id;
    }

    private static String resolve(Page page, String target) {
        Path source = Path.of(page.entry().source());
        return source.resolveSibling(target).normalize().toString().replace('\\', '/');
    }

    private static void unlink(Link link) {
        Node child = link.getFirstChild();
        while (child != null) {
            Node next = child.getNext();
            link.insertBefore(child);
            child = next;
        }
        link.unlink();
    }
}
