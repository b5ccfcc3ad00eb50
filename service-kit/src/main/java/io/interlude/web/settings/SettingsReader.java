package io.interlude.web.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/// All settings of a process, read together, so that all violations are reported together. A
/// property under a known prefix that no record has is a violation too.
public final class SettingsReader {
    private final Map<Class<?>, Object> typeToSettings = new HashMap<>();

    /// Reads the sections.
    ///
    /// @throws InvalidSettingsException with every violation of every section
    public SettingsReader(Environment environment, Collection<SettingsSection<?>> sections) {
        this(environment, sections, List.of());
    }

    private SettingsReader(
            Environment environment,
            Collection<SettingsSection<?>> sections,
            List<String> violationsBefore) {
        Binder binder = Binder.get(environment);
        List<String> violations = new ArrayList<>(violationsBefore);
        for (SettingsSection<?> section : sections) {
            try {
                typeToSettings.put(section.type(), bind(binder, section));
            } catch (BindException e) {
                violations.addAll(violations(section, e));
            }
        }
        InvalidSettingsException.throwIfAny(violations);
    }

    /// Reads the sections of a process that shares its environment with other services: what is
    /// theirs is left to them, what is nobody's is a violation.
    ///
    /// @throws InvalidSettingsException with every violation of every section
    public static SettingsReader strict(
            ConfigurableEnvironment environment, Collection<SettingsSection<?>> sections) {
        return new SettingsReader(environment, sections, StraySettings.violations(environment));
    }

    /// The settings of a section.
    ///
    /// @throws IllegalArgumentException if there is no section of this type
    public <S> S get(Class<S> type) {
        Object settings = typeToSettings.get(type);
        if (settings == null) {
            throw new IllegalArgumentException("no settings section: " + type.getName());
        }
        return type.cast(settings);
    }

    private static <S> S bind(Binder binder, SettingsSection<S> section) {
        Bindable<S> target = Bindable.of(section.type());
        try {
            return binder.bindOrCreate(
                    section.prefix(),
                    target,
                    new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
        } catch (BindException e) {
            if (e.getCause() instanceof UnboundConfigurationPropertiesException unbound
                    && unknown(section, unbound).isEmpty()) {
                return binder.bindOrCreate(section.prefix(), target);
            }
            throw e;
        }
    }

    /// A variable of the environment has `_` for dots and for dashes. Spring reads it either way,
    /// but takes each `_` for a dot when it looks for what no record has.
    private static List<ConfigurationProperty> unknown(
            SettingsSection<?> section, UnboundConfigurationPropertiesException unbound) {
        Set<String> known =
                names(section.prefix(), section.type())
                        .map(SettingsReader::letters)
                        .collect(Collectors.toSet());
        return unbound.getUnboundProperties().stream()
                .filter(property ->
                        !isVariable(property)
                                || !known.contains(letters(property.getName().toString())))
                .toList();
    }

    private static Stream<String> names(String prefix, Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .flatMap(component -> {
                    String name = prefix + '.' + component.getName();
                    Class<?> inner = component.getType();
                    return inner.isRecord() ? names(name, inner) : Stream.of(name);
                });
    }

    private static String letters(String name) {
        return name.replaceAll("[.-]", "").toLowerCase(Locale.ROOT);
    }

    private static boolean isVariable(ConfigurationProperty property) {
        @Nullable ConfigurationPropertySource source = property.getSource();
        return source != null
                && source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
    }

    /// One line for each violation; a value is never quoted, since it may be a secret.
    private static List<String> violations(SettingsSection<?> section, BindException error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            switch (cause) {
                case InvalidSettingsException invalid -> {
                    return invalid.violations().stream()
                            .map(violation -> section.prefix() + '.' + violation)
                            .toList();
                }
                case UnboundConfigurationPropertiesException unbound -> {
                    return unknown(section, unbound).stream()
                            .map(property -> property.getName() + " is unknown: remove it")
                            .toList();
                }
                default -> {}
            }
        }
        return List.of(place(section, error) + " cannot be read: check its form");
    }

    private static String place(SettingsSection<?> section, BindException error) {
        @Nullable ConfigurationProperty property = error.getProperty();
        return property == null ? section.prefix() : property.getName().toString();
    }
}
