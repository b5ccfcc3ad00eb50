package io.interlude.state.wire;

import io.interlude.journal.json.Json;
import java.net.URI;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Reports of instances as JSON: asked for every few seconds, and read by people too.
public final class InstanceReportCodec {
    private InstanceReportCodec() {}

    public static Map<String, Object> json(InstanceReport report) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("url", report.url().toString());
        body.put("generation", report.generation());
        body.put("applicationId", report.applicationId());
        body.put("partitions", report.partitions());
        Map<String, Object> instances = new TreeMap<>();
        report.instances().forEach((url, groups) -> instances.put(url.toString(), json(groups)));
        body.put("instances", instances);
        return body;
    }

    private static Map<String, Object> json(Map<StoreGroup, HostedPartitions> groups) {
        Map<String, Object> json = new LinkedHashMap<>();
        for (StoreGroup group : StoreGroup.values()) {
            HostedPartitions hosted = groups.getOrDefault(group, HostedPartitions.NOTHING);
            json.put(
                    name(group),
                    Map.of(
                            "active", new TreeSet<>(hosted.active()),
                            "standby", new TreeSet<>(hosted.standby())));
        }
        return json;
    }

    /// Reads a report.
    ///
    /// @throws MalformedStateException if the bytes are no report
    public static InstanceReport parse(byte[] bytes) {
        try {
            JsonNode body = Json.MAPPER.readTree(bytes);
            Map<URI, Map<StoreGroup, HostedPartitions>> instances = new HashMap<>();
            for (Map.Entry<String, JsonNode> instance : body.required("instances").properties()) {
                instances.put(URI.create(instance.getKey()), groups(instance.getValue()));
            }
            return new InstanceReport(
                    URI.create(body.required("url").stringValue()),
                    body.required("generation").longValue(),
                    body.required("applicationId").stringValue(),
                    body.required("partitions").intValue(),
                    instances);
        } catch (JacksonException | IllegalArgumentException e) {
            throw new MalformedStateException();
        }
    }

    private static Map<StoreGroup, HostedPartitions> groups(JsonNode json) {
        Map<StoreGroup, HostedPartitions> groups = new EnumMap<>(StoreGroup.class);
        for (StoreGroup group : StoreGroup.values()) {
            JsonNode hosted = json.required(name(group));
            groups.put(
                    group,
                    new HostedPartitions(
                            partitions(hosted.required("active")),
                            partitions(hosted.required("standby"))));
        }
        return groups;
    }

    private static Set<Integer> partitions(JsonNode json) {
        Set<Integer> partitions = new TreeSet<>();
        for (JsonNode partition : json) {
            partitions.add(partition.intValue());
        }
        return partitions;
    }

    private static String name(StoreGroup group) {
        return group.name().toLowerCase(Locale.ROOT);
    }
}
