package io.interlude.aggregate.group;

import io.interlude.journal.kafka.KafkaConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupMemberDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.StreamsGroupHeartbeatRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Takes the members of a killed process out of a Streams group, so that the next one need not wait
/// for their session to time out.
///
/// On its own broker whoever is in the group before Streams starts is dead. On another one the
/// members of the same Streams process are: its id is kept in the state folder, which only one
/// process has at a time. The Streams protocol of Kafka 4.3.1 has no static members, and the admin
/// client's removal of members knows other group types only, so this says the member's own farewell
/// for it.
public final class StaleMembers {

    private static final Logger LOG = LoggerFactory.getLogger(StaleMembers.class);
    private static final String PROCESS_FILE = "kafka-streams-process-metadata";
    private static final int LEAVE_EPOCH = StreamsGroupHeartbeatRequest.LEAVE_GROUP_MEMBER_EPOCH;

    private StaleMembers() {}

    /// Removes the members of the group that are dead and returns how many there were. Any failure
    /// is logged and leaves the session timeout to do it.
    ///
    /// @param connection of the admin client
    public static int remove(
            Admin admin,
            KafkaConnection connection,
            String groupId,
            Predicate<StreamsGroupMemberDescription> isDead)
            throws InterruptedException {
        int removed = 0;
        try {
            StreamsGroupDescription group = group(admin, groupId);
            Node coordinator = group.coordinator();
            for (StreamsGroupMemberDescription member : group.members()) {
                if (isDead.test(member)) {
                    leave(connection, coordinator, groupId, member.memberId());
                    removed++;
                }
            }
        } catch (ExecutionException | IOException | KafkaException | TimeoutException failure) {
            if (!(failure.getCause() instanceof GroupIdNotFoundException)) {
                LOG.warn("event=stale_members_kept group={}", groupId, failure);
            }
        }
        return removed;
    }

    /// Tells the members of the Streams process that had this state folder before.
    ///
    /// @param folder of the Streams application, held by this process and by no other
    public static Predicate<StreamsGroupMemberDescription> ofProcessIn(Path folder) {
        Optional<String> processId = processId(folder.resolve(PROCESS_FILE));
        return member -> processId.filter(member.processId()::equals).isPresent();
    }

    private static Optional<String> processId(Path file) {
        try {
            return Optional.of(
                            JsonMapper.shared()
                                    .readTree(Files.readAllBytes(file))
                                    .path("processId")
                                    .asString(""))
                    .filter(id -> !id.isEmpty());
        } catch (IOException | JacksonException e) {
            LOG.debug("event=streams_process_unknown", e);
            return Optional.empty();
        }
    }

    private static StreamsGroupDescription group(Admin admin, String groupId)
            throws InterruptedException, ExecutionException, TimeoutException {
        return admin.describeStreamsGroups(List.of(groupId))
                .all()
                .get(CoordinatorRequest.DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                .values()
                .iterator()
                .next();
    }

    private static void leave(
            KafkaConnection connection, Node coordinator, String groupId, String memberId)
            throws IOException {
        StreamsGroupHeartbeatRequestData farewell =
                new StreamsGroupHeartbeatRequestData()
                        .setGroupId(groupId)
                        .setMemberId(memberId)
                        .setMemberEpoch(LEAVE_EPOCH);
        check(
                CoordinatorRequest.send(
                        connection,
                        coordinator,
                        new StreamsGroupHeartbeatRequest.Builder(farewell)));
    }

    private static void check(AbstractResponse answer) throws IOException {
        for (Errors error : answer.errorCounts().keySet()) {
            if (error != Errors.NONE && error != Errors.UNKNOWN_MEMBER_ID) {
                throw new IOException("The broker refused to remove a member: " + error + ".");
            }
        }
    }
}
