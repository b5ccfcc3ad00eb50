package io.interlude.web.boot;

import io.interlude.web.settings.InvalidSettingsException;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// Settings `interlude.erasures.*`, of the process that manages.
///
/// @param rate erasures of one org in a second, from 1
/// @param mostBytes heap that the subscriber keys of one org may take in every process before a
///   further erasure is refused
public record ErasureSettings(
        @DefaultValue("50") int rate, @DefaultValue("128MB") DataSize mostBytes) {
    public ErasureSettings {
        List<String> violations = new ArrayList<>();
        if (rate < 1) {
            violations.add("rate is under 1: " + rate);
        }
        if (mostBytes.toBytes() < 1) {
            violations.add("most-bytes is not positive: " + mostBytes);
        }
        InvalidSettingsException.throwIfAny(violations);
    }
}
