package io.interlude.kit.boot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.core.env.Environment;

/// All settings of a process, read together, so that all violations are reported together. A
/// property under a known prefix that no record has is a violation too.
public final class SettingsReader {
    private final Map<Class<?>, Object> typeToSettings = new HashMap<>();

    /// Reads the sections.
    ///
    /// @throws InvalidSettingsException with every violation of every section
    public SettingsReader(Environment environment, Collection<SettingsSection<?>> sections) {
        Binder binder = Binder.get(environment);
        List<String> violations = new ArrayList<>();
        for (SettingsSection<?> section : sections) {
            try {
                typeToSettings.put(section.type(), bind(binder, section));
            } catch (BindException e) {
                violations.addAll(violations(section, e));
            }
        }
        InvalidSettingsException.throwIfAny(violations);
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
        return binder.bindOrCreate(
                section.prefix(),
                Bindable.of(section.type()),
                new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
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
                    return unbound.getUnboundProperties().stream()
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
