import type { Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { EventType } from '../events/event-catalogue.js';
import { type Operation, pascalCase, type Schema, type SchemaOrReference, schemaReference } from './document.js';
import { RECEIVED } from './tags.js';

/** The schema of an event, one of all types. The description of deliveries, of the log and of streams refers to it. */
const UNION = 'EventResponse';
/** What the data of any event may say of itself. */
const CUT: Schema = {
  properties: {
    textsTruncated: {
      type: 'boolean',
      description:
        'True when texts of more than 1,000 characters are cut, because the events of the day take too much. Missing otherwise.',
    },
  },
};
/** The schema of each header. By reference: some generators know no type of a parameter of a webhook otherwise. */
const HEADER = 'DeliveryHeader';
const HEADERS: readonly (readonly [name: string, description: string])[] = [
  ['X-Webhook-Event', 'The name of the event, as in the body.'],
  ['X-Webhook-Event-Id', 'The id of the event: the same at every attempt and redelivery.'],
  ['X-Webhook-Delivery', 'The id of this attempt.'],
  ['X-Webhook-Timestamp', 'When it happened, as in the body.'],
  ['X-Webhook-Signature', '`sha256=` and the HMAC-SHA256 of the body in hex, keyed with the secret of the webhook.'],
  ['X-Webhook-Id', 'The id of the webhook.'],
  [
    'X-Webhook-Actor',
    'Who made the change: `user:<id>`, `colleague:<id>`, `recurrence:<id>`, `integration:<id>` or `system`.',
  ],
  ['webhook-id', 'The id of the event, by Standard Webhooks.'],
  ['webhook-timestamp', 'When this attempt was made, in Unix seconds.'],
  [
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two of them while a secret is being replaced.',
  ],
];

/** The classes that the data of the events is made of. */
export function eventModels(types: readonly EventType[]): Type[] {
  return [...new Set(types.flatMap(({ dtos }) => [...dtos]))];
}

/** Adds what the service sends: a webhook for each event, its payload typed, and the union of all events by name. */
export function describeWebhooks(document: OpenAPIObject, types: readonly EventType[]): void {
  const schemas = (document.components ??= {}).schemas ?? {};
  for (const type of types) schemas[dataName(type)] = dataSchema(type, schemas);
  const sent = types.filter(({ isUnsent }) => !isUnsent);
  for (const type of sent) schemas[`${pascalCase(type.name)}Delivery`] = deliverySchema(type);
  schemas[HEADER] = { type: 'string', description: 'The value of a header of a delivery.' };
  const logged = types.filter(({ isSentAlone }) => !isSentAlone);
  if (schemas[UNION]) describeUnion(schemas, logged);
  const parts = new Set(eventModels(types).map(({ name }) => name));
  document.components = {
    ...document.components,
    schemas: Object.fromEntries(
      Object.entries(schemas).filter(([name]) => !parts.has(name) || isReferred(document, name)),
    ),
  };
  document.webhooks = Object.fromEntries(sent.map((type) => [type.name, { post: delivery(type) }]));
}

/** Whether an operation or another schema needs the schema: what is only part of the data of events stands in that. */
function isReferred(document: OpenAPIObject, name: string): boolean {
  return JSON.stringify(document).includes(JSON.stringify(schemaReference(name).$ref));
}

/** Each event is the common schema with its own name and data. */
function describeUnion(schemas: Record<string, SchemaOrReference>, types: readonly EventType[]): void {
  const common = schemas[UNION] as { properties: Record<string, unknown>; required: string[] };
  for (const type of types) {
    const own = {
      event: { type: 'string', const: type.name, description: 'The name of the event.' },
      data: { ...schemaReference(dataName(type)), description: 'As in the body of a webhook.' },
    };
    schemas[eventName(type)] = {
      type: 'object',
      ...common,
      properties: { ...common.properties, ...own },
    };
  }
  schemas[UNION] = {
    description: 'Something that has changed.',
    oneOf: types.map((type) => schemaReference(eventName(type))),
    discriminator: {
      propertyName: 'event',
      mapping: Object.fromEntries(types.map((type) => [type.name, schemaReference(eventName(type)).$ref])),
    },
  };
}

/** Flat: the resource and what the event adds to it are one object. Some generators drop all but one part of an `allOf`. */
function dataSchema({ description, dtos }: EventType, schemas: Record<string, SchemaOrReference>): SchemaOrReference {
  const parts = [...dtos.map(({ name }) => schemas[name] as Schema), CUT];
  const required = parts.flatMap((part) => part.required ?? []);
  return {
    type: 'object',
    description: `${description}.`,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Schema['properties'],
    ...(required.length > 0 && { required }),
  };
}

function deliverySchema(type: EventType): SchemaOrReference {
  return {
    type: 'object',
    description: `${type.description}: the body of its delivery.`,
    required: ['event', 'timestamp', 'data'],
    properties: {
      event: { type: 'string', const: type.name, description: 'The name of the event.' },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
      data: { ...schemaReference(dataName(type)), description: 'The resource, and what the event adds to it.' },
    },
    example: type.example,
  } as SchemaOrReference;
}

function delivery(type: EventType): Operation {
  return {
    tags: [RECEIVED],
    operationId: `on${pascalCase(type.name)}`,
    summary: type.description,
    description: `Sent to the webhooks that subscribe to \`${type.name}\`. Any 2xx within 30 seconds takes it; otherwise it is sent again.`,
    security: [],
    parameters: HEADERS.map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: schemaReference(HEADER),
    })),
    requestBody: {
      required: true,
      description: 'The event.',
      content: {
        'application/json': { schema: schemaReference(`${pascalCase(type.name)}Delivery`), example: type.example },
      },
    },
    responses: {
      '2XX': { description: 'The receiver has taken it.' },
      default: { description: 'A failure: it is sent again, as often as the webhook says.' },
    },
  };
}

const dataName = ({ name }: EventType): string => `${pascalCase(name)}Data`;
const eventName = ({ name }: EventType): string => `${pascalCase(name)}Event`;
