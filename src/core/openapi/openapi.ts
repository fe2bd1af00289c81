import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

/** The OpenAPI 3.1 document of the service, made from its code. */
export function openApiDocument(app: NestFastifyApplication): OpenAPIObject {
  const description = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Project Management Service')
    .setDescription('Projects, tasks and everything around them, scoped to the company of the caller.')
    .setVersion('0.1.0')
    .addServer('/')
    .addBearerAuth()
    .build();
  return SwaggerModule.createDocument(app, description);
}

/** Serves the document at /openapi.json and its reader at /docs. */
export function serveOpenApi(app: NestFastifyApplication): void {
  SwaggerModule.setup('docs', app, () => openApiDocument(app), {
    useGlobalPrefix: true,
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
  });
}
