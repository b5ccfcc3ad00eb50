package io.interlude.catalogue.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The categories of the IAB Content Taxonomy, and which one lies below which: the ids, parents and
/// names of version 3.0 as IAB Tech Lab publishes them (CC BY 3.0), in [#RESOURCE] beside this
/// class. The ids that version 3.1 has kept are the same.
public final class ContentTaxonomy {
    /// Tab-separated: two lines of headings, then id, id of the one above or nothing, name, and
    /// more.
    static final String RESOURCE = "content-taxonomy-3.0.tsv";

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9]{1,10}");
    private static final int HEADINGS = 2;
    private static final int MOST_TIERS = 16;
    private static final ContentTaxonomy PACKAGED = packaged();

    private final Map<String, String> idToParent = new HashMap<>();

    private ContentTaxonomy(Stream<String> lines) {
        lines.skip(HEADINGS).map(line -> line.split("\t", -1)).forEach(this::add);
    }

    private void add(String[] columns) {
        if (columns.length > 2 && ID.matcher(columns[0].strip()).matches()) {
            idToParent.put(columns[0].strip(), columns[1].strip());
        }
    }

    /// The one that every part of the product goes by.
    public static ContentTaxonomy current() {
        return PACKAGED;
    }

    static ContentTaxonomy of(String tsv) {
        return new ContentTaxonomy(tsv.lines());
    }

    private static ContentTaxonomy packaged() {
        return of(new String(file(), UTF_8));
    }

    /// The bytes of [#RESOURCE], in UTF-8: ids, the ids above them, and names.
    public static byte[] file() {
        try (InputStream file = ContentTaxonomy.class.getResourceAsStream(RESOURCE)) {
            return requireNonNull(file, "no content taxonomy").readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("the content taxonomy cannot be read", e);
        }
    }

    /// Whether there is a category of this id.
    public boolean knows(String id) {
        return idToParent.containsKey(id);
    }

    /// These categories, and every one that they lie below.
    public Set<String> andAbove(Iterable<String> ids) {
        Set<String> all = new HashSet<>();
        for (String id : ids) {
            Optional<String> next = Optional.of(id);
            for (int tier = 0; tier < MOST_TIERS && next.isPresent(); tier++) {
                all.add(next.get());
                next = next.map(idToParent::get).filter(parent -> !parent.isEmpty());
            }
        }
        return all;
    }
}
