import { dirname, join, relative } from 'node:path';
import protobuf from 'protobufjs';
import { LOADER_OPTIONS, PROTO_FILES } from '../libs/contracts/src/loader-options.ts';
import { knowProtobufsOwnProto } from './descriptor.ts';

/** TypeScript of a field's type; 64-bit integers are numbers, since an amount is far below 2^53. */
const SCALARS: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytes: 'Buffer',
  double: 'number',
  int32: 'number',
  int64: 'number',
  string: 'string',
  uint32: 'number',
  uint64: 'number',
};

/** The enum `Status` of the message `Charge` is `Charge_Status`, as other generators have it. */
const nameOf = ({ name, parent }: protobuf.ReflectionObject): string =>
  parent instanceof protobuf.Type ? `${nameOf(parent)}_${name}` : name;

/** gx/charge/v1/charge.proto is written as gx/charge/v1/charge.ts. */
const fileOf = (proto: string): string => proto.replace(/\.proto$/, '.ts');

const comment = (text: string | null, indent = ''): string => {
  if (!text) return '';
  const lines = text.split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */\n`].join('\n');
};

/** The text of one proto's types; what it takes from other protos is collected for its imports. */
class ProtoTypes {
  private readonly imports = new Map<string, Set<string>>();
  private readonly proto: string;
  private readonly folder: string;

  constructor(proto: string, folder: string) {
    this.proto = proto;
    this.folder = folder;
  }

  text(objects: readonly protobuf.ReflectionObject[]): string {
    const types = objects.map((object) => this.declaration(object)).filter((text) => text !== '');
    const isService = objects.some((object) => object instanceof protobuf.Service);
    const head = [
      `// Written by \`npm run generate\` from protos/${this.proto}.`,
      ...(isService
        ? [`import type { RpcMethod } from '${relative(dirname(this.proto), '../src/messages.ts')}';`]
        : []),
      ...[...this.imports].map(([file, names]) => `import type { ${[...names].sort().join(', ')} } from '${file}';`),
    ];
    return `${head.join('\n')}\n\n${types.join('\n')}`;
  }

  private declaration(object: protobuf.ReflectionObject): string {
    const head = comment(object.comment);
    if (object instanceof protobuf.Service) return `${head}${this.service(object)}`;
    if (object instanceof protobuf.Enum) {
      return `${head}export type ${nameOf(object)} = ${Object.keys(object.values)
        .map((value) => `'${value}'`)
        .join(' | ')};\n`;
    }
    if (!(object instanceof protobuf.Type)) return '';
    const nested = object.nestedArray.map((one) => this.declaration(one));
    const fields = object.fieldsArray.map((field) => this.field(field));
    const body = fields.length === 0 ? 'Record<never, never>' : `{\n${fields.join('')}}`;
    return [...nested, `${head}export type ${nameOf(object)} = ${body};\n`].join('\n');
  }

  /**
   * A message that is not set reads as null; a field of proto3 that is `optional`, or of a oneof, is left
   * out.
   */
  private field(field: protobuf.Field): string {
    field.resolve();
    const type = field.resolvedType === null ? (SCALARS[field.type] ?? '') : this.named(field.resolvedType);
    if (type === '') throw new Error(`${field.fullName}: no TypeScript for ${field.type}`);
    const isMessage = field.resolvedType instanceof protobuf.Type;
    const whole = field.map ? `Readonly<Record<string, ${type}>>` : field.repeated ? `readonly ${type}[]` : type;
    const isSingle = !field.map && !field.repeated;
    const mark = field.partOf === null ? '' : '?';
    const orNull = isMessage && isSingle && field.partOf === null ? ' | null' : '';
    return `${comment(field.comment, '  ')}  readonly ${field.name}${mark}: ${whole}${orNull};\n`;
  }

  private service(service: protobuf.Service): string {
    const methods = service.methodsArray.map((method) => {
      method.resolve();
      const request = this.named(method.resolvedRequestType as protobuf.Type);
      const response = this.named(method.resolvedResponseType as protobuf.Type);
      return `${comment(method.comment, '  ')}  readonly ${method.name}: RpcMethod<${request}, ${response}>;\n`;
    });
    return `export type ${service.name}Definition = {\n${methods.join('')}};\n`;
  }

  private named(type: protobuf.Type | protobuf.Enum): string {
    const name = nameOf(type);
    const proto = relative(this.folder, type.filename ?? '');
    if (proto !== this.proto) {
      const path = relative(dirname(this.proto), fileOf(proto));
      const file = path.startsWith('.') ? path : `./${path}`;
      this.imports.set(file, (this.imports.get(file) ?? new Set()).add(name));
    }
    return name;
  }
}

/**
 * One file of types a proto, by its path below gen/: each message as it is read, with the defaults of proto3
 * in place. Who writes one may leave out what has its default (`MessageInit`).
 */
export function protoTypes(folder: string): Map<string, string> {
  const parsed = new protobuf.Root();
  parsed.resolvePath = (_from, file) => join(folder, file);
  knowProtobufsOwnProto();
  parsed.loadSync([...PROTO_FILES], { ...LOADER_OPTIONS, alternateCommentMode: true });
  parsed.resolveAll();
  return new Map(
    PROTO_FILES.map((proto) => {
      const own = objectsOf(parsed).filter(({ filename }) => filename === join(folder, proto));
      return [fileOf(proto), new ProtoTypes(proto, folder).text(own)];
    }),
  );
}

/** Messages, enums and services that stand in a namespace themselves. */
const objectsOf = (space: protobuf.NamespaceBase): protobuf.ReflectionObject[] =>
  space.nestedArray.flatMap((object) =>
    object instanceof protobuf.Namespace && !(object instanceof protobuf.Type || object instanceof protobuf.Service)
      ? objectsOf(object)
      : [object],
  );
