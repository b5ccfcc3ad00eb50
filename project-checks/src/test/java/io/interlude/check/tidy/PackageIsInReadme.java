package io.interlude.check.tidy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The README of a module names each of its packages of main code.
record PackageIsInReadme() implements TidyRule {
    private static final String MAIN = "/src/main/java/io/interlude/";

    @Override
    public List<Finding> check(Repository repository) {
        Map<String, String> folderToModule = new TreeMap<>();
        Map<String, String> readmeToText = new TreeMap<>();
        for (TrackedFile file : repository.files()) {
            int main = file.path().indexOf(MAIN);
            if (main > 0 && file.isJava()) {
                folderToModule.put(file.folder(), file.path().substring(0, main));
            } else if (file.name().equals("README.md")) {
                readmeToText.put(file.path(), file.text());
            }
        }
        return folderToModule.entrySet().stream()
                .filter(folder -> repository.contains(folder.getValue() + "/pom.xml"))
                .filter(folder ->
                        !names(
                                readmeToText.getOrDefault(readme(folder.getValue()), ""),
                                name(folder.getKey())))
                .map(folder ->
                        new Finding(
                                readme(folder.getValue()),
                                0,
                                "say what `" + name(folder.getKey()) + "` is for"))
                .toList();
    }

    private static boolean names(String readme, String name) {
        return readme.contains("`" + name + "`") || readme.contains("`io.interlude." + name + "`");
    }

    private static String readme(String module) {
        return module + "/README.md";
    }

    private static String name(String folder) {
        return folder.substring(folder.indexOf(MAIN) + MAIN.length()).replace('/', '.');
    }
}
