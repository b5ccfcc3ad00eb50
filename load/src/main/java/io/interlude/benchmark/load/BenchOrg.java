package io.interlude.benchmark.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// An org of the benchmark's own in a running product: one ad unit and line items of one creative
/// each, with weights 1 to 3, a cap of 5 a subscriber, and a rule "country is one of five in turn,
/// or tier is gold".
public final class BenchOrg {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String[] COUNTRIES = {"US", "GB", "DE", "FR", "CA"};
    private static final int TOPICS_EACH = 5;
    private static final String[] TOPICS = {
        "city hotels", "train tickets", "running shoes", "bread and baking", "laptops",
        "camper vans", "yoga classes", "electric cars", "garden sheds", "language courses",
        "concert tickets", "ski clothing", "fitted kitchens", "dog toys", "travel insurance",
        "holiday flats", "photo printing", "meal kits", "gym membership"
    };
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI base;

    private BenchOrg(URI base) {
        this.base = base;
    }

    /// Makes the org and its catalogue, and answers its fetch key. The operator token is read from
    /// the product's data folder or from INTERLUDE_OPERATOR_TOKEN.
    ///
    /// @param topics true to have each line item name five topics, with a `minRelevance` that every
    ///   context reaches, so that each is compared and every fetch is filled
    static String makeAndAnswerFetchKey(URI base, Path dataFolder, int lineItems, boolean topics)
            throws IOException, InterruptedException {
        return make(base, operatorToken(dataFolder), lineItems, topics).fetchKey();
    }

    /// Makes the org with as many more line items that are shadows, and answers its fetch key.
    static String makeWithShadows(URI base, Path dataFolder, int lineItems, int shadows)
            throws IOException, InterruptedException {
        ObjectNode catalogue = catalogue(lineItems + shadows, false);
        for (int i = lineItems; i < lineItems + shadows; i++) {
            ((ObjectNode) catalogue.path("lineItems").path(i)).put("status", "shadow");
        }
        return make(base, operatorToken(dataFolder), catalogue).fetchKey();
    }

    /// Makes the org with all that looks at a reader's conversation: an ad load with its
    /// separation, and as many blocked domains. Answers its fetch key.
    static String makeWithRules(URI base, Path dataFolder, int lineItems, int blocked)
            throws IOException, InterruptedException {
        ObjectNode catalogue = catalogue(lineItems, false);
        ObjectNode settings = catalogue.putObject("settings");
        settings.putObject("adLoad")
                .put("firstAfterTurns", 1)
                .put("minTurnsBetween", 2)
                .put("maxPerConversation", 10)
                .putObject("separation")
                .put("advertiser", 3)
                .put("category", 1);
        ArrayNode domains = settings.putObject("blocked").putArray("domains");
        for (int i = 0; i < blocked; i++) {
            domains.add("rival-" + i + ".example");
        }
        return make(base, operatorToken(dataFolder), catalogue).fetchKey();
    }

    /// Makes the org and its catalogue.
    ///
    /// @param topics true to have each line item name five topics, with a `minRelevance` that every
    ///   context reaches, so that each is compared and every fetch is filled
    public static Made make(URI base, String operatorToken, int lineItems, boolean topics)
            throws IOException, InterruptedException {
        return make(base, operatorToken, catalogue(lineItems, topics));
    }

    /// Makes the org with this catalogue, whose application is `app`.
    public static Made make(URI base, String operatorToken, ObjectNode catalogue)
            throws IOException, InterruptedException {
        BenchOrg org = new BenchOrg(base);
        String id = "bench-" + Long.toString(System.nanoTime(), 36);
        String managementKey = org.makeOrg(id, operatorToken);
        org.call("PUT", "/v1/manage/catalogue", managementKey, catalogue);
        ObjectNode key = JSON.createObjectNode().put("kind", "fetch").put("applicationId", "app");
        String fetchKey =
                org.call("POST", "/v1/manage/keys", managementKey, key).path("key").asString();
        return new Made(id, managementKey, fetchKey);
    }

    /// An org with its keys.
    public record Made(String orgId, String managementKey, String fetchKey) {
        @Override
        public String toString() {
            return "Made[orgId=" + orgId + "]";
        }
    }

    private static String operatorToken(Path dataFolder) throws IOException {
        String given = System.getenv("INTERLUDE_OPERATOR_TOKEN");
        return given != null
                ? given
                : Files.readString(dataFolder.resolve("operator-token")).strip();
    }

    private String makeOrg(String id, String operatorToken)
            throws IOException, InterruptedException {
        ObjectNode body = JSON.createObjectNode().put("id", id).put("name", "Benchmark");
        return call("POST", "/v1/operator/orgs", operatorToken, body).path("key").asString();
    }

    private JsonNode call(String method, String path, String key, ObjectNode body)
            throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(base.resolve(path))
                        .timeout(DEADLINE)
                        .header("Content-Type", "application/json")
                        .header("Authorization", "Bearer " + key)
                        .method(
                                method,
                                HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
                        .build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new IOException(
                    method + " " + path + ": " + answer.statusCode() + " " + answer.body());
        }
        return JSON.readTree(answer.body());
    }

    /// The catalogue as an import.
    public static ObjectNode catalogue(int lineItems, boolean topics) {
        ObjectNode root = JSON.createObjectNode();
        root.putArray("applications").addObject().put("id", "app").put("name", "App");
        root.putArray("adUnits")
                .addObject()
                .put("id", "unit")
                .put("code", "unit")
                .put("name", "Unit");
        root.putArray("campaigns")
                .addObject()
                .put("id", "campaign")
                .put("name", "Campaign")
                .put("advertiserName", "Advertiser")
                .put("status", "active");
        ArrayNode items = root.putArray("lineItems");
        ArrayNode creatives = root.putArray("creatives");
        for (int i = 0; i < lineItems; i++) {
            addLineItem(items.addObject(), i, topics);
            addCreative(creatives.addObject(), i);
        }
        return root;
    }

    private static void addLineItem(ObjectNode item, int number, boolean topics) {
        item.put("id", "item-" + number)
                .put("campaignId", "campaign")
                .put("name", "Item " + number);
        item.put("status", "active").put("weight", 1 + number % 3).put("timeZone", "UTC");
        item.putObject("price")
                .put("model", "cpm")
                .putObject("amount")
                .put("amount", "2.00")
                .put("currency", "USD");
        item.put("pacing", "asap").put("rotation", "weighted");
        item.putArray("frequencyCaps")
                .addObject()
                .put("max", 5)
                .put("per", "PT24H")
                .put("scope", "lineItem");
        ArrayNode any = item.putObject("targeting").putArray("any");
        any.addObject()
                .put("attribute", "country")
                .put("op", "eq")
                .put("value", COUNTRIES[number % COUNTRIES.length]);
        any.addObject().put("attribute", "tier").put("op", "eq").put("value", "gold");
        ObjectNode context = item.putObject("context").put("minRelevance", -1);
        ArrayNode named = context.putArray("topics");
        for (int i = 0; topics && i < TOPICS_EACH; i++) {
            named.add(TOPICS[(number * 7 + i * 5) % TOPICS.length] + " " + number);
        }
    }

    private static void addCreative(ObjectNode creative, int number) {
        creative.put("id", "creative-" + number).put("lineItemId", "item-" + number);
        creative.put("type", "card").put("status", "approved");
        ObjectNode card = creative.putObject("card");
        card.put("title", "Offer number " + number)
                .put("subtitle", "Something worth a look, at a fair price.");
        card.put("imageUrl", "https://images.example.com/" + number + ".png")
                .put("disclosure", "Sponsored");
        card.putArray("actions")
                .addObject()
                .put("text", "See more")
                .put("url", "https://shop.example.com/offers/" + number);
    }
}
