package io.interlude.web.settings;

import io.interlude.state.remote.ReadTimeouts;
import io.interlude.state.remote.RemoteState;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings `interlude.state.*`, of processes that ask the aggregator's instances.
///
/// @param instances base URLs of instances to ask first, at least one; each tells of all
/// @param counterWait how long a subscriber's counters may take, all attempts together
/// @param hedge how long the owner of a partition may take before a standby is asked as well
/// @param retry between two rounds of attempts
/// @param cellWait how long missing report cells are asked for again
/// @param answerWait how long one instance may take to answer
/// @param refresh between two looks at the partitions' owners
/// @param requests requests for counters to one instance at once, 1 to 256
/// @param waiting questions for counters that wait for one instance, from 1
public record StateSettings(
        @DefaultValue({}) List<URI> instances,
        @DefaultValue("200ms") Duration counterWait,
        @DefaultValue("25ms") Duration hedge,
        @DefaultValue("30ms") Duration retry,
        @DefaultValue("1500ms") Duration cellWait,
        @DefaultValue("500ms") Duration answerWait,
        @DefaultValue("2s") Duration refresh,
        @DefaultValue("8") int requests,
        @DefaultValue("1024") int waiting) {
    private static final int REQUESTS_MAX = 256;

    public StateSettings {
        instances = instances.stream().map(StateSettings::withoutSlash).toList();
        List<String> violations = new ArrayList<>();
        if (instances.isEmpty()) {
            violations.add("instances is empty: give the URL of an aggregator");
        }
        if (instances.stream().anyMatch(url -> url.getHost() == null)) {
            violations.add("instances has no host: give http://host:port");
        }
        addUnlessPositive(violations, "counter-wait", counterWait);
        addUnlessPositive(violations, "hedge", hedge);
        addUnlessPositive(violations, "retry", retry);
        addUnlessPositive(violations, "cell-wait", cellWait);
        addUnlessPositive(violations, "answer-wait", answerWait);
        addUnlessPositive(violations, "refresh", refresh);
        if (requests < 1 || requests > REQUESTS_MAX) {
            violations.add("requests is not 1 to 256: " + requests);
        }
        if (waiting < 1) {
            violations.add("waiting is not 1 or more: " + waiting);
        }
        InvalidSettingsException.throwIfAny(violations);
    }

    public ReadTimeouts timeouts() {
        return new ReadTimeouts(counterWait, hedge, retry, cellWait, answerWait, refresh);
    }

    public RemoteState.Limits limits() {
        return new RemoteState.Limits(requests, waiting);
    }

    private static URI withoutSlash(URI url) {
        String text = url.toString();
        return text.endsWith("/") ? URI.create(text.substring(0, text.length() - 1)) : url;
    }

    private static void addUnlessPositive(List<String> violations, String name, Duration duration) {
        if (!duration.isPositive()) {
            violations.add(name + " is not positive: " + duration);
        }
    }
}
