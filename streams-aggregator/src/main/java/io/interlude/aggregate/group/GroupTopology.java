package io.interlude.aggregate.group;

import static java.util.Objects.requireNonNull;

import io.interlude.journal.availability.ReadinessCheck;
import io.interlude.journal.kafka.KafkaConnection;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.message.JoinGroupRequestData;
import org.apache.kafka.common.message.JoinGroupRequestData.JoinGroupRequestProtocol;
import org.apache.kafka.common.message.JoinGroupRequestData.JoinGroupRequestProtocolCollection;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.JoinGroupRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The topology that the brokers keep with the group. It is that of the first member, and Kafka
/// 4.3.1 refuses every member with another, also when the group has long been empty.
///
/// A version with another topology has them forget it. When a member of the classic protocol asks
/// to join a Streams group without members, the coordinator deletes the group's records, the
/// topology among them, and leaves its committed offsets, in one write. The next member of the
/// Streams protocol takes the empty group over, brings its own topology, and goes on from the same
/// offsets. At each moment the brokers have them, so a kill loses nothing; and a group that has a
/// member again refuses the request, so of several instances none takes it from another. See ADR 8.
public final class GroupTopology implements ReadinessCheck {
    private static final Logger LOG = LoggerFactory.getLogger(GroupTopology.class);

    /// Of a member that is never made: the coordinator gives it an id, and no more is heard of it.
    private static final int SESSION_MS = 10_000;

    private static final String PROTOCOL_TYPE = "consumer";
    private static final String PROTOCOL = "none";

    private final Admin admin;
    private final KafkaConnection connection;
    private final String groupId;
    private volatile boolean refused;

    /// @param connection of the admin client
    public GroupTopology(Admin admin, KafkaConnection connection, String groupId) {
        this.admin = admin;
        this.connection = connection;
        this.groupId = groupId;
    }

    @Override
    public String name() {
        return "earlier-version-stopped";
    }

    /// False while members with another topology keep this process out of the group.
    @Override
    public boolean ready() {
        return !refused;
    }

    /// Has the brokers forget the topology of a group that has no members. A failure is logged:
    /// where the topology is the same it does no harm, and otherwise the group refuses the first
    /// member, and this is tried again.
    public void forget() {
        try {
            StreamsGroupDescription group = group();
            if (group.members().isEmpty()) {
                Set<Errors> answer =
                        CoordinatorRequest.send(connection, group.coordinator(), joinGroup())
                                .errorCounts()
                                .keySet();
                LOG.info("event=group_topology_forgotten group={} answer={}", groupId, answer);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | IOException | KafkaException | TimeoutException e) {
            if (!(e.getCause() instanceof GroupIdNotFoundException)) {
                LOG.warn("event=group_topology_kept group={}", groupId, e);
            }
        }
    }

    /// Tells that the group refused a member, and tries again to have the topology forgotten.
    ///
    /// @param cause of the end of a stream thread
    /// @return whether that was the cause
    public boolean refused(Throwable cause) {
        @Nullable Throwable one = cause;
        while (one != null && !(one instanceof InvalidRequestException)) {
            one = one.getCause();
        }
        if (one == null) {
            return false;
        }
        if (!refused) {
            LOG.warn(
                    "event=group_refused group={} description=\"Instances of another version must"
                            + " stop first.\"",
                    groupId,
                    one);
        }
        refused = true;
        forget();
        return true;
    }

    /// Tells that the group has this process as a member.
    public void accepted() {
        refused = false;
    }

    private StreamsGroupDescription group()
            throws ExecutionException, InterruptedException, TimeoutException {
        return requireNonNull(
                        admin.describeStreamsGroups(List.of(groupId))
                                .describedGroups()
                                .get(groupId),
                        "asked for")
                .get(CoordinatorRequest.DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private JoinGroupRequest.Builder joinGroup() {
        JoinGroupRequestProtocol protocol =
                new JoinGroupRequestProtocol().setName(PROTOCOL).setMetadata(new byte[0]);
        return new JoinGroupRequest.Builder(
                new JoinGroupRequestData()
                        .setGroupId(groupId)
                        .setSessionTimeoutMs(SESSION_MS)
                        .setRebalanceTimeoutMs(SESSION_MS)
                        .setMemberId(JoinGroupRequest.UNKNOWN_MEMBER_ID)
                        .setProtocolType(PROTOCOL_TYPE)
                        .setProtocols(
                                new JoinGroupRequestProtocolCollection(
                                        List.of(protocol).iterator())));
    }
}
