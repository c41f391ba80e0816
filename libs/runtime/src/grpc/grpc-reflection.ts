import { EventEmitter } from 'node:events';
import * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { PROTOS } from '@gx/contracts';

type Stream = grpc.ServerDuplexStream<Buffer, Buffer>;
type ReflectionStream = EventEmitter & { readonly write: (response: object) => void; readonly end: () => void };
type Version = {
  readonly method: MethodDefinition<object, object>;
  readonly answer: (stream: ReflectionStream) => void;
};

const VERSIONS = ['v1', 'v1alpha'].map(
  (version) => `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
);
const bytes = (message: Buffer): Buffer => message;

/**
 * `grpc.reflection` in both versions, loaded when somebody first asks: hardly any process is ever
 * asked.
 */
export function serveGrpcReflection(server: grpc.Server): void {
  let versions: Promise<ReadonlyMap<string, Version>> | undefined;
  for (const path of VERSIONS) {
    const handler = (stream: Stream): void => {
      versions ??= readVersions();
      versions.then(
        (all) => converse(stream, all.get(path) as Version),
        () => refuse(stream, grpc.status.UNAVAILABLE, 'The descriptors cannot be read.'),
      );
    };
    server.register(path, handler, bytes, bytes, 'bidi');
  }
}

async function readVersions(): Promise<ReadonlyMap<string, Version>> {
  const { ReflectionService } = await import('@grpc/reflection');
  const found = new Map<string, Version>();
  const addService = (service: grpc.ServiceDefinition, handlers: grpc.UntypedServiceImplementation): void => {
    for (const [name, method] of Object.entries(service)) {
      const answer = (handlers[name] ?? handlers[method.originalName ?? '']) as unknown as Version['answer'];
      found.set(method.path, { method: method as Version['method'], answer });
    }
  };
  new ReflectionService(PROTOS).addToServer({ addService } as unknown as grpc.Server);
  return found;
}

/** Reads and writes for the library what crosses as bytes. */
function converse(stream: Stream, { method, answer }: Version): void {
  const messages: ReflectionStream = Object.assign(new EventEmitter(), {
    write: (response: object): void => void stream.write(method.responseSerialize(response)),
    end: (): void => void stream.end(),
  });
  answer(messages);
  stream.on('data', (request: Buffer) => {
    try {
      messages.emit('data', method.requestDeserialize(request));
    } catch {
      refuse(stream, grpc.status.INVALID_ARGUMENT, 'Not a question of reflection.');
    }
  });
  stream.on('end', () => messages.emit('end'));
}

/** A reader must not end the process. */
const refuse = (stream: Stream, code: grpc.status, details: string): boolean => stream.emit('error', { code, details });
