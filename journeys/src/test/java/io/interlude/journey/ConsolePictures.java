package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.browser.Browser;
import io.interlude.local.demo.Demo;
import io.interlude.local.demo.DemoKeys;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/// The pictures that the guides show: pages of the console with the demo's campaigns, and with the
/// conversions of an advertiser.
final class ConsolePictures {
    private static final int WIDTH = 1_200;
    private static final int HEIGHT = 800;
    private static final long DEADLINE_SECONDS = 120;

    /// In the order of the guide.
    private static final List<Shown> ALL =
            List.of(
                    new Shown("campaigns", "#campaigns", "Summer timetable"),
                    new Shown("line-item", "#edit-line-item?id=harbour-city", "Price and budget"),
                    new Shown("creative", "#creative?id=harbour-breakfast", "segments"),
                    new Shown("overview", "#overview", "What needs attention"),
                    new Shown("delivery", "#delivery", "Rooms in the old towns"),
                    new Shown(
                            "report",
                            "#reports?range=today&groupBy=lineItem",
                            "Rooms in the old towns"),
                    new Shown(
                            "why",
                            "#test-fetch?adUnit=travel-answer&lineItem=tidewater-premium",
                            "rule by rule",
                            "#test-result"));

    /// Of the conversions, in the order of their guide.
    private static final List<Shown> OF_CONVERSIONS =
            List.of(
                    new Shown("goals", "#goals", "Purchase"),
                    new Shown(
                            "conversions",
                            "#journal?range=1h&eventType=conversion&order=desc",
                            "same order",
                            "#journal-result"));

    private ConsolePictures() {}

    /// Gives the pages some numbers to show.
    static void playTheDemo(ProductProcess product) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx256m",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Demo.class.getName(),
                                "--url",
                                product.url().toString(),
                                "--rate",
                                "60",
                                "--minutes",
                                "0.2")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("INTERLUDE_DATA", product.dataFolder().toString());
        Process demo = builder.start();
        if (!demo.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
            demo.destroyForcibly();
        }
        assertThat(demo.waitFor()).isZero();
    }

    /// Takes each and answers the names of the files.
    static Set<String> take(ProductProcess product, Path folder)
            throws IOException, InterruptedException {
        String demo = DemoKeys.read(product.dataFolder()).orElseThrow().managementKey();
        String advertiser = ConvertedAd.reportTo(product);
        Set<String> names = new TreeSet<>();
        try (Browser browser = new Browser()) {
            browser.show(WIDTH, HEIGHT, false);
            signIn(browser, product, demo);
            for (Shown shown : ALL) {
                names.add(take(browser, shown, folder));
            }
            signIn(browser, product, advertiser);
            for (Shown shown : OF_CONVERSIONS) {
                names.add(take(browser, shown, folder));
            }
        }
        return names;
    }

    private static void signIn(Browser browser, ProductProcess product, String key) {
        browser.open(URI.create("about:blank"));
        browser.openAfresh(product.url().resolve("/console"));
        browser.waitFor("!document.getElementById('sign-in').hidden");
        browser.type("#key", key);
        browser.click("#sign-in-button");
        browser.waitFor("!document.getElementById('overview').hidden");
    }

    private static String take(Browser browser, Shown shown, Path folder) throws IOException {
        browser.evaluate("location.hash = '" + shown.address() + "'");
        String page = shown.address().replaceFirst("\\?.*", "");
        browser.waitFor(
                "document.querySelector('" + page + ":not([hidden], [aria-busy])') !== null");
        browser.waitForText(page, shown.words());
        browser.evaluate("document.querySelector('" + shown.from() + "').scrollIntoView()");
        browser.waitFor("document.getAnimations().length === 0");
        String file = shown.name() + ".webp";
        browser.picture(folder.resolve(file));
        return file;
    }

    /// A page of the console.
    ///
    /// @param name of the picture
    /// @param address the part from `#` on
    /// @param words that it has once it is drawn
    /// @param from selector of what is at the top of the picture
    private record Shown(String name, String address, String words, String from) {
        Shown(String name, String address, String words) {
            this(name, address, words, "body");
        }
    }
}
