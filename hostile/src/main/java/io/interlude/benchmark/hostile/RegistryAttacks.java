package io.interlude.benchmark.hostile;

import io.interlude.benchmark.hostile.scene.Api.Answer;
import io.interlude.benchmark.hostile.scene.Org;
import io.interlude.benchmark.hostile.scene.Scene;
import io.interlude.benchmark.hostile.scene.Wire;
import java.io.IOException;
import java.util.List;

/// The schema registry on the product's own port, asked by a stranger.
final class RegistryAttacks {
    private static final String SUBJECTS = "/registry/subjects";
    private static final int REGISTRATIONS = 5_000;

    private RegistryAttacks() {}

    static List<Attack> all() {
        return List.of(
                new Attack(
                        "registry-cross-site",
                        "a page of another site registers no schema by text/plain",
                        RegistryAttacks::crossSite),
                new Attack(
                        "registry-flood",
                        "5,000 registrations without a key are refused",
                        RegistryAttacks::flood),
                new Attack(
                        "registry-writes",
                        "PUT and DELETE without a key are refused, and each subject is still there",
                        RegistryAttacks::writes));
    }

    private static String schema(String name) {
        return "{\"schema\":\"{\\\"type\\\":\\\"record\\\",\\\"name\\\":\\\"%s\\\",\\\"fields\\\":[]}\"}"
                .formatted(name);
    }

    private static void crossSite(Scene scene) {
        for (String type : List.of("text/plain", "application/x-www-form-urlencoded")) {
            String path = SUBJECTS + "/cross-site-" + Wire.word() + "/versions";
            byte[] request =
                    scene.api()
                            .bytes(
                                    "POST",
                                    path,
                                    "",
                                    type,
                                    Wire.text(schema("X")),
                                    "Origin: https://evil.example.com",
                                    "Sec-Fetch-Site: cross-site");
            scene.refused(scene.api().exchange(request), "POST as " + type);
        }
    }

    private static void flood(Scene scene) throws InterruptedException {
        String before = subjects(scene);
        scene.parallel(
                4,
                REGISTRATIONS,
                n -> {
                    String path = SUBJECTS + "/flood-" + Wire.word() + "/versions";
                    scene.refused(
                            scene.api().post(path, "", schema("S" + n)), "POST without a key");
                });
        scene.require(subjects(scene).length() == before.length(), "subjects were added");
    }

    private static String subjects(Scene scene) {
        Answer answer = scene.good(scene.api().get(SUBJECTS, ""), "subjects");
        return answer.body();
    }

    private static void writes(Scene scene) throws IOException, InterruptedException {
        String before = subjects(scene);
        Org org = scene.org();
        String keys = "/catalogue.keys-value";
        for (String key : List.of("", org.mgmt(), org.fetch(), "il_mgmt_none")) {
            refused(scene, key, "PUT", "/registry/config", "{\"compatibility\":\"NONE\"}");
            refused(scene, key, "PUT", "/registry/config" + keys, "{\"compatibility\":\"NONE\"}");
            refused(scene, key, "PUT", "/registry/mode", "{\"mode\":\"READONLY\"}");
            refused(scene, key, "POST", SUBJECTS + keys + "/versions", schema("ApiKeyChanged"));
            refused(scene, key, "DELETE", "/registry/config" + keys, "");
            refused(scene, key, "DELETE", SUBJECTS + keys + "/versions/1", "");
            refused(scene, key, "DELETE", SUBJECTS + keys, "");
            refused(scene, key, "DELETE", SUBJECTS + keys + "?permanent=true", "");
            refused(scene, key, "DELETE", SUBJECTS + "/ads.fetches-value", "");
        }
        scene.require(subjects(scene).equals(before), "subjects have changed");
        // A new org would not do: so many wrong tokens keep even the operator waiting.
        scene.good(scene.api().get("/v1/manage/line-items", org.mgmt()), "the org's key");
    }

    private static void refused(Scene scene, String key, String method, String path, String body) {
        scene.refused(scene.api().send(method, path, key, body), method + ' ' + path);
    }
}
