package io.interlude.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/// Builds the site: a page for each entry of `docs/README.md`, the pictures that pages show, what
/// the search looks through, and `files.txt`, which names every file that is served.
public final class SiteBuild {
    private static final String FILES = "files.txt";

    private final Path root;
    private final Path output;
    private final List<String> faults = new ArrayList<>();

    private SiteBuild(Path root, Path output) {
        this.root = root;
        this.output = output;
    }

    /// Builds it.
    ///
    /// @param arguments root of the project, folder of the site, version of the product
    /// @throws IllegalStateException if a page of `docs` has no entry, or a link between pages is
    ///   dead; the message has all of them
    public static void main(String[] arguments) throws IOException {
        new SiteBuild(Path.of(arguments[0]), Path.of(arguments[1])).build(arguments[2]);
    }

    private void build(String version) throws IOException {
        Contents contents = Contents.read(root);
        requireEveryPage(contents);
        List<Page> pages = new ArrayList<>();
        for (Entry entry : contents.entries()) {
            pages.add(Page.parse(entry, Files.readString(root.resolve(entry.source()))));
        }
        Set<String> pictures = new TreeSet<>();
        Links links = new Links(pages, pictures, faults);
        pages.forEach(links::rewrite);
        if (!faults.isEmpty()) {
            throw new IllegalStateException(String.join("\n", faults));
        }
        Files.createDirectories(output);
        Layout layout = new Layout(contents, version);
        for (Page page : pages) {
            write(page.entry().file(), layout.html(page));
        }
        for (String picture : pictures) {
            Path copy = output.resolve(Links.pictureFile(picture));
            Files.createDirectories(copy.getParent());
            Files.write(copy, Files.readAllBytes(root.resolve(picture)));
        }
        write(
                "search.json",
                JsonMapper.shared()
                        .writeValueAsString(
                                pages.stream().flatMap(page -> page.sections().stream()).toList()));
        listFiles(contents, pictures);
    }

    private void requireEveryPage(Contents contents) throws IOException {
        Set<String> named = new HashSet<>();
        for (Entry entry : contents.entries()) {
            if (!named.add(entry.source())) {
                faults.add(Contents.SOURCE + " names " + entry.source() + " twice");
            }
        }
        try (Stream<Path> files = Files.walk(root.resolve("docs"))) {
            files.map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .filter(file -> file.endsWith(".md") && !named.contains(file))
                    .sorted()
                    .forEach(file -> faults.add(Contents.SOURCE + " does not name " + file));
        }
    }

    /// What a build before left of a page that is gone is not served, as it is not listed.
    private void listFiles(Contents contents, Set<String> pictures) throws IOException {
        Set<String> files = new TreeSet<>(Layout.ASSETS);
        contents.entries().forEach(entry -> files.add(entry.file()));
        pictures.forEach(picture -> files.add(Links.pictureFile(picture)));
        files.add("search.json");
        write(FILES, String.join("\n", files) + '\n');
    }

    private void write(String file, String text) throws IOException {
        Path target = output.resolve(file);
        Files.createDirectories(target.getParent());
        Files.writeString(target, text);
    }
}
