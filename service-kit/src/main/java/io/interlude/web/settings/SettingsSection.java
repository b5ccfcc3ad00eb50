package io.interlude.web.settings;

/// A settings record and the prefix of its properties. Declare one bean for each record, and get
/// the record itself from [SettingsReader].
///
/// @param prefix such as `interlude.kafka`
/// @param type a record; its components are the properties, in kebab-case, with their defaults in
///   `@DefaultValue`; its constructor throws [InvalidSettingsException]
public record SettingsSection<S>(String prefix, Class<S> type) {}
