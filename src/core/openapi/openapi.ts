import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BASE_PATH } from '#common/http/base-path.js';
import { VERSION } from '#config/version.js';
import { EventCatalogue } from '../events/event-catalogue.js';
import { chosenEncoding } from '../transport/compression.js';
import { describeCommonResponses } from './common-responses.js';
import { CompressedOnce } from './compressed-once.js';
import { addExamples } from './examples.js';
import { completeForGenerators } from './generators.js';
import { operationId } from './operation-id.js';
import { completeOperations } from './operations.js';
import { describeReadBack } from './read-back.js';
import { serveReader } from './reader.js';
import { describeSafeWrites } from './safe-writes.js';
import { completeSchemas } from './schemas.js';
import { describeTruncation } from './truncated.js';
import { TAGS } from './tags.js';
import { describeWebhooks, eventModels } from './webhooks.js';

const DESCRIPTION = `Projects, tasks and everything around them, scoped to the company of the caller.

Send \`Authorization: Bearer <token>\` with a JWT of \`POST /login\` or an API key. Lists are bare arrays; with \`page\` they come in an
envelope with their pagination. Unknown fields and parameters are refused. A client decides failure by the status, not by
the shape of the body.

A request body has at most 1 MiB, 2,000 properties and 10,000 array elements in all, and 20 levels.`;

const documents = new WeakMap<NestFastifyApplication, OpenAPIObject>();

/**
 * The OpenAPI 3.1 document of the service, made from its code. Paths are relative to the server, the base address. Made
 * once, which takes a second: before the service listens, so that no request waits for it.
 */
export function openApiDocument(app: NestFastifyApplication): OpenAPIObject {
  const document = documents.get(app) ?? makeDocument(app);
  documents.set(app, document);
  return document;
}

function makeDocument(app: NestFastifyApplication): OpenAPIObject {
  const events = app.get(EventCatalogue).types;
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Project Management Service')
    .setDescription(DESCRIPTION)
    .setVersion(VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(`/${BASE_PATH}`)
    .addBearerAuth({ type: 'http', description: 'A JWT of `POST /login`, or an API key.' });
  for (const { name, description } of TAGS) builder.addTag(name, description);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    ignoreGlobalPrefix: true,
    operationIdFactory: operationId,
    extraModels: eventModels(events),
  });
  completeOperations(document);
  describeCommonResponses(document);
  describeSafeWrites(document);
  describeWebhooks(document, events);
  completeSchemas(document);
  describeTruncation(document);
  describeReadBack(document);
  completeForGenerators(document);
  addExamples(document);
  return document;
}

/**
 * Serves the document at /openapi.json and its reader at /docs, below the base path. Nobody is counted there, so that the
 * text is made once.
 */
export function serveOpenApi(app: NestFastifyApplication): void {
  let made: string | undefined;
  const text = (): string => (made ??= JSON.stringify(openApiDocument(app)));
  const compressed = new CompressedOnce(text);
  app.getHttpAdapter().get(`/${BASE_PATH}/openapi.json`, async (request: FastifyRequest, reply: FastifyReply) => {
    const encoding = chosenEncoding(request.headers['accept-encoding']);
    const bytes = encoding === undefined ? undefined : await compressed.in(encoding);
    if (bytes) void reply.header('Content-Encoding', encoding).header('Vary', 'Accept-Encoding');
    void reply.type('application/json; charset=utf-8').send(bytes ?? text());
  });
  serveReader(app, text);
}
