package io.interlude.schema.serde;

import org.apache.kafka.common.config.ConfigException;

/// Under which subject a record's schema stands. Chosen by the name of this constant or of
/// Confluent's class, with or without its package.
public enum SubjectNameStrategy {
    /// `ads.fetches-value`: one record type for each topic.
    TOPIC_NAME("TopicNameStrategy") {
        @Override
        public String subject(String topic, boolean isKey, String recordName) {
            return topic + (isKey ? "-key" : "-value");
        }
    },
    /// `io.interlude.schema.AdFetched`
    RECORD_NAME("RecordNameStrategy") {
        @Override
        public String subject(String topic, boolean isKey, String recordName) {
            return recordName;
        }
    },
    /// `ads.fetches-io.interlude.schema.AdFetched`
    TOPIC_RECORD_NAME("TopicRecordNameStrategy") {
        @Override
        public String subject(String topic, boolean isKey, String recordName) {
            return topic + "-" + recordName;
        }
    };

    private final String className;

    SubjectNameStrategy(String className) {
        this.className = className;
    }

    /// The subject of a record.
    ///
    /// @param recordName full name of the record's type
    public abstract String subject(String topic, boolean isKey, String recordName);

    static SubjectNameStrategy named(String key, String name) {
        String simpleName = name.substring(name.lastIndexOf('.') + 1);
        for (SubjectNameStrategy strategy : values()) {
            if (strategy.className.equals(simpleName) || strategy.name().equals(simpleName)) {
                return strategy;
            }
        }
        throw new ConfigException(key, name, "is no known subject name strategy");
    }
}
