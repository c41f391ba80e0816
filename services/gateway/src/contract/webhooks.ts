import type { Json } from './json.ts';

type Schema = { readonly description?: string };
type Message = {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly headers: { readonly required: readonly string[]; readonly properties: Readonly<Record<string, Schema>> };
  readonly payload: Json;
};
/** What merchants are sent, as much of the AsyncAPI document as OpenAPI repeats. */
export type AsyncApi = { readonly components: { readonly messages: Readonly<Record<string, Message>> } };

/**
 * Each event that is delivered, as OpenAPI 3.1 has it: one POST to the merchant, with its headers and its
 * body.
 */
export const webhooksOf = ({ components }: AsyncApi, tag: string): Json =>
  Object.fromEntries(
    Object.values(components.messages).map((message) => [message.name, { post: received(message, tag) }]),
  );

const received = ({ name, summary, description, headers, payload }: Message, tag: string): Json => ({
  operationId: `on${name.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
  tags: [tag],
  summary,
  ...(description === undefined ? {} : { description }),
  parameters: Object.entries(headers.properties).map(([header, { description: about, ...schema }]) => ({
    name: header,
    in: 'header',
    required: headers.required.includes(header),
    ...(about === undefined ? {} : { description: about }),
    schema,
  })),
  requestBody: { required: true, content: { 'application/json': { schema: payload } } },
  responses: {
    '2XX': { description: 'Delivered.' },
    default: { description: 'Sent again later, a redirect included.' },
  },
});
