package io.interlude.manage.boot;

import io.interlude.catalogue.command.CatalogueWriter;
import io.interlude.catalogue.history.ChangeHistory;
import io.interlude.catalogue.history.EditedCatalogues;
import io.interlude.catalogue.snapshot.AttributeProgress;
import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.catalogue.subscriber.ErasureReceipts;
import io.interlude.catalogue.subscriber.SubscriberErasure;
import io.interlude.journal.history.RecordedRequests;
import io.interlude.manage.catalogue.CatalogueCommands;
import io.interlude.manage.catalogue.CatalogueHandler;
import io.interlude.manage.catalogue.CatalogueKinds;
import io.interlude.manage.creative.PreviewHandler;
import io.interlude.manage.erasure.ErasureHandler;
import io.interlude.manage.flow.FlowHandler;
import io.interlude.manage.forecast.ForecastHandler;
import io.interlude.manage.history.OrgHistoryHandler;
import io.interlude.manage.history.ResourceHistoryHandler;
import io.interlude.manage.key.KeyCommands;
import io.interlude.manage.key.KeyHandler;
import io.interlude.manage.key.KeyObservation;
import io.interlude.manage.key.KeyUseHistory;
import io.interlude.manage.org.OrgCommands;
import io.interlude.manage.org.OrgHandler;
import io.interlude.manage.resource.CatalogueChanges;
import io.interlude.manage.resource.ManagementRequests;
import io.interlude.manage.resource.OrgQueue;
import io.interlude.manage.resource.ResourceCommands;
import io.interlude.manage.resource.ResourceHandler;
import io.interlude.manage.resource.ResourceIds;
import io.interlude.manage.resource.ResourceKind;
import io.interlude.manage.settings.SettingsHandler;
import io.interlude.manage.simulation.ChangesReader;
import io.interlude.manage.simulation.SimulationForm;
import io.interlude.manage.simulation.SimulationHandler;
import io.interlude.manage.simulation.SimulationRequest;
import io.interlude.manage.simulation.SimulationResult;
import io.interlude.manage.simulation.SimulationRun;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.SimulationRecorded;
import io.interlude.web.access.Authenticator;
import io.interlude.web.access.OperatorGate;
import io.interlude.web.job.Jobs;
import io.interlude.web.job.KeptJobs;
import io.interlude.web.limits.Admission;
import io.interlude.web.openapi.ApiFragment;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The management API as beans: its routes, and the commands that the product's own start uses.
/// Needs the beans of `KitConfiguration`, `CatalogueHistoryConfiguration`,
/// [SimulationConfiguration], [KeyUseConfiguration] and `ErasureConfiguration`, and an
/// [OperatorGate].
@Configuration(proxyBeanMethods = false)
public class ManageConfiguration {
    @Bean
    static ApiFragment managementDescription() {
        return new ApiFragment("openapi/management.yaml");
    }

    @Bean
    static ApiFragment erasureDescription() {
        return new ApiFragment("openapi/erasure.yaml");
    }

    @Bean
    CatalogueChanges catalogueChanges(CatalogueRecords records, CatalogueWriter writer) {
        // Commands decide on virtual threads; there is at most one per org at a time.
        return new CatalogueChanges(records, writer, new OrgQueue(Thread::startVirtualThread));
    }

    @Bean
    ResourceIds resourceIds() {
        return new ResourceIds(new SecureRandom());
    }

    @Bean
    CatalogueKinds catalogueKinds() {
        return CatalogueKinds.of(new SecureRandom());
    }

    @Bean
    ResourceCommands resourceCommands(
            CatalogueChanges changes, ResourceIds ids, InstantSource clock) {
        return new ResourceCommands(changes, ids, clock);
    }

    @Bean
    CatalogueCommands catalogueCommands(
            CatalogueChanges changes, CatalogueKinds kinds, InstantSource clock) {
        return new CatalogueCommands(changes, kinds, clock);
    }

    @Bean
    OrgCommands orgCommands(
            CatalogueChanges changes, CatalogueKinds kinds, ResourceIds ids, InstantSource clock) {
        return new OrgCommands(changes, kinds.keys(), ids, clock);
    }

    @Bean
    ManagementRequests managementRequests(Authenticator authenticator) {
        return new ManagementRequests(authenticator);
    }

    @Bean
    RouteGroup manageResourceRoutes(
            CatalogueKinds kinds,
            ManagementRequests requests,
            CatalogueChanges changes,
            ResourceCommands commands,
            KeyUseHistory uses) {
        return routes -> {
            kinds.imported().forEach(kind -> register(kind, requests, changes, commands, routes));
            register(kinds.users(), requests, changes, commands, routes);
            new ResourceHandler<>(
                            kinds.keys(), requests, changes, commands, new KeyObservation(uses))
                    .register(routes);
        };
    }

    private static <V extends CatalogueRecord> void register(
            ResourceKind<V> kind,
            ManagementRequests requests,
            CatalogueChanges changes,
            ResourceCommands commands,
            RouteTable routes) {
        new ResourceHandler<>(kind, requests, changes, commands, (_, _, _) -> {}).register(routes);
    }

    @Bean
    RouteGroup manageSettingsRoutes(
            CatalogueKinds kinds,
            ManagementRequests requests,
            CatalogueChanges changes,
            ResourceCommands commands,
            ObjectProvider<AttributeProgress> attributes) {
        return new SettingsHandler(
                kinds.settings(),
                requests,
                changes,
                commands,
                // Beside a reporting API it tells how far that one is.
                attributes.getIfAvailable(() -> _ -> Map.of()));
    }

    @Bean
    RouteGroup manageKeyRoutes(
            CatalogueKinds kinds,
            ManagementRequests requests,
            CatalogueChanges changes,
            KeyUseHistory uses,
            InstantSource clock) {
        KeyCommands commands = new KeyCommands(changes, kinds.keys(), clock);
        return new KeyHandler(kinds.keys(), requests, changes, commands, uses);
    }

    @Bean
    RouteGroup manageHistoryRoutes(
            CatalogueKinds kinds,
            ManagementRequests requests,
            CatalogueChanges changes,
            ResourceCommands commands,
            ChangeHistory history) {
        return routes -> {
            new OrgHistoryHandler(requests, history, kinds).register(routes);
            for (ResourceKind<?> kind : kinds.all()) {
                new ResourceHistoryHandler<>(kind, requests, changes, commands, history, kinds)
                        .register(routes);
            }
        };
    }

    @Bean
    RouteGroup manageCatalogueRoutes(
            ManagementRequests requests, CatalogueChanges changes, CatalogueCommands commands) {
        return new CatalogueHandler(requests, changes, commands);
    }

    @Bean
    RouteGroup manageFlowRoutes(ManagementRequests requests) {
        return new FlowHandler(requests);
    }

    @Bean
    RouteGroup forecastRoutes(
            Authenticator authenticator,
            CatalogueChanges changes,
            Catalogues catalogues,
            CatalogueKinds kinds,
            RecordedRequests requests,
            InstantSource clock) {
        return new ForecastHandler(
                authenticator, changes, catalogues, kinds.lineItems(), requests, clock);
    }

    @Bean
    SimulationRun simulationRun(
            CatalogueKinds kinds,
            CatalogueChanges changes,
            EditedCatalogues catalogues,
            RecordedRequests requests,
            Admission admission) {
        return new SimulationRun(
                new ChangesReader(kinds, changes), catalogues, requests, admission::work);
    }

    @Bean(destroyMethod = "close")
    Jobs<SimulationRequest, SimulationResult, SimulationRecorded> simulations(
            SimulationRun run,
            KeptJobs<SimulationRequest, SimulationResult, SimulationRecorded> kept,
            InstantSource clock) {
        return SimulationForm.jobs(run, kept, clock);
    }

    @Bean
    RouteGroup simulationRoutes(
            Authenticator authenticator,
            SimulationRun run,
            Jobs<SimulationRequest, SimulationResult, SimulationRecorded> simulations) {
        return new SimulationHandler(authenticator, run, simulations);
    }

    @Bean
    RouteGroup manageErasureRoutes(
            ManagementRequests requests, SubscriberErasure erasure, ErasureReceipts receipts) {
        return new ErasureHandler(requests, erasure, receipts);
    }

    @Bean
    RouteGroup managePreviewRoutes(
            ManagementRequests requests,
            CatalogueChanges changes,
            CatalogueKinds kinds,
            InstantSource clock) {
        return new PreviewHandler(requests, changes, kinds.creatives(), clock);
    }

    @Bean
    RouteGroup manageOrgRoutes(
            OperatorGate gate,
            OrgCommands commands,
            CatalogueKinds kinds,
            ResourceCommands resources) {
        return new OrgHandler(gate, commands, kinds.keys(), resources);
    }
}
