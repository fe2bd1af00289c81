import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';

/**
 * The committed openapi.json, which `openapi.e2e-spec.ts` compares with the built service. A service that a test starts in
 * its own process serves less: only the build reads comments and types into the document.
 */
export const openApiDocument = JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as OpenAPIObject;
