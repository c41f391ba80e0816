import type * as grpc from '@grpc/grpc-js';
import type { RpcParty } from '@gx/contracts';
import type { ServiceConfig } from '../config/service-spec.ts';
import { startJob } from '../service/job.ts';
import type { Host } from '../service/run-service.ts';
import { gauge } from '../telemetry/metrics.ts';
import { Assertions } from './assertions.ts';
import type { AssertionsConfig } from './assertions-config.ts';
import { type ClientOptions, grpcClient, serverOf } from './grpc-client.ts';
import { GrpcIdentity } from './grpc-identity.ts';
import type { GrpcListeners } from './grpc-server.ts';
import type { Client } from './grpc-types.ts';
import type { IdentityConfig } from './identity-config.ts';

/** The settings of a server. */
type ServerConfig = AssertionsConfig & {
  readonly GRPC_PORT: number;
  readonly GRPC_OPERATORS_PORT: number | undefined;
};

/** The way of a service to the RPCs of all, and of all to its own. */
export type Grpc = {
  /** A client that is closed with the service. */
  readonly client: <D extends grpc.ServiceDefinition>(
    definition: D,
    address: string,
    options: Omit<ClientOptions<D>, 'identity' | 'faultHook'>,
  ) => Client<D>;
  /** Where its own RPCs are served, and as whom. */
  readonly listeners: (server: ServerConfig) => GrpcListeners & { readonly assertions: Assertions };
};

type GrpcConfig = IdentityConfig & Pick<ServiceConfig, 'ENVIRONMENT'>;

/** Kubernetes replaces the files of a Secret within a minute or two of its change. */
const FOLLOW_EVERY_MS = 5_000;

/** The one place where a service gets who it is: its clients show it, and its server (ADR 120). */
export function connectGrpc(host: Host, party: RpcParty, config: GrpcConfig): Grpc {
  const identity = followIdentity(host, party, config);
  const { faultHook } = host;
  return {
    client: (definition, address, options) => {
      const client = grpcClient(definition, address, { ...options, identity, faultHook });
      host.life.onStop(`${serverOf(definition)} client`, () => client.close());
      return client;
    },
    listeners: ({ GRPC_PORT: port, GRPC_OPERATORS_PORT: operatorsPort, ...server }) => ({
      port,
      operatorsPort,
      identity,
      assertions: followAssertions(host, server),
      reflects: config.ENVIRONMENT === 'local',
    }),
  };
}

function followIdentity(host: Host, party: RpcParty, config: IdentityConfig): GrpcIdentity {
  const { log } = host;
  const identity = new GrpcIdentity(party, config);
  const { tlsStep: step } = identity;
  if (step !== undefined) log.warn({ step }, 'calls are answered with TLS and without');
  if (identity.secureContext === undefined) return identity;
  const record = (): void => {
    const { endsAt } = identity;
    if (endsAt !== undefined) gauge('gx.grpc.certificate.ends_at', endsAt.getTime() / 1_000, { 'gx.service': party });
  };
  record();
  const run = async (): Promise<void> => {
    if (!identity.refresh()) return;
    log.info({ ends_at: identity.endsAt }, 'certificates replaced');
    record();
  };
  startJob(host, { name: 'follow certificates', everyMs: FOLLOW_EVERY_MS, run });
  return identity;
}

function followAssertions(host: Host, config: AssertionsConfig): Assertions {
  const { log, now } = host;
  const assertions = new Assertions(config, now());
  const unasserted = assertions.unassertedUntil(now());
  if (unasserted !== undefined) log.warn({ until: unasserted }, 'calls for merchants are let in without an assertion');
  let ids = assertions.ids.join();
  const run = async (): Promise<void> => {
    assertions.refresh();
    if (assertions.ids.join() === ids) return;
    ids = assertions.ids.join();
    log.info({ keys: assertions.ids }, 'keys of assertions replaced');
  };
  startJob(host, { name: 'follow assertion keys', everyMs: FOLLOW_EVERY_MS, run });
  return assertions;
}
