import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { BASE_PATH } from '../../common/http/base-path.js';
import { describeCommonResponses } from './common-responses.js';

const DESCRIPTION = `Projects, tasks and everything around them, scoped to the company of the caller.

Send \`Authorization: Bearer <token>\` with a JWT of \`POST /login\` or an API key. Lists are bare arrays; with \`page\` they come in an
envelope with their pagination. Unknown fields and parameters are refused. A client decides failure by the status, not by
the shape of the body.`;

/** The OpenAPI 3.1 document of the service, made from its code. Paths are relative to the server, the base address. */
export function openApiDocument(app: NestFastifyApplication): OpenAPIObject {
  const description = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Project Management Service')
    .setDescription(DESCRIPTION)
    .setVersion('0.1.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(`/${BASE_PATH}`)
    .addBearerAuth()
    .build();
  const document = SwaggerModule.createDocument(app, description, {
    ignoreGlobalPrefix: true,
    operationIdFactory: (controller, method) => `${lowerFirst(controller.replace(/Controller$/, ''))}_${method}`,
  });
  describeCommonResponses(document);
  return document;
}

/** Serves the document at /openapi.json and its reader at /docs, below the base path. */
export function serveOpenApi(app: NestFastifyApplication): void {
  // The static files of the reader would be kept by caches (decisions 3).
  const reader = `/${BASE_PATH}/docs/`;
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRoute', (route) => {
      if (!route.url.startsWith(reader)) return;
      route.onSend = (_request, reply, payload, done) => {
        void reply.header('Cache-Control', 'no-store');
        done(null, payload);
      };
    });
  SwaggerModule.setup('docs', app, () => openApiDocument(app), {
    useGlobalPrefix: true,
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Project Management Service',
  });
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
