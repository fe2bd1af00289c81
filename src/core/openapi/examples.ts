import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { PACKAGE_FOLDER } from '#config/package-folder.js';
import { type Operation, operationsOf } from './document.js';
import type { Example } from './example.js';

/** What `npm run openapi:examples` has recorded. */
export const EXAMPLES_FILE = join(PACKAGE_FOLDER, 'docs/examples.json');

/** Shows the recorded example of each operation. */
export function addExamples(document: OpenAPIObject): void {
  const examples = readExamples();
  for (const { operation } of operationsOf(document)) {
    const example = examples[operation.operationId ?? ''];
    if (example) show(example, operation);
  }
}

/** By the names of operations. */
export function readExamples(): Readonly<Record<string, Example>> {
  return JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as Record<string, Example>;
}

function show(
  { path, query, body, status, answer }: Example,
  { parameters = [], requestBody, responses }: Operation,
): void {
  for (const parameter of parameters) {
    if ('$ref' in parameter) continue;
    const value = (parameter.in === 'path' ? path : query)?.[parameter.name];
    if (value !== undefined && parameter.schema && !('style' in parameter)) parameter.example = value;
  }
  const [sent] = requestBody && 'content' in requestBody ? Object.values(requestBody.content) : [];
  if (sent && body !== undefined) sent.example = body;
  const response = responses[String(status)];
  // The first of its forms is the usual one: JSON, but for the stream of events.
  const [got] = response && 'content' in response ? Object.values(response.content ?? {}) : [];
  if (got && answer !== undefined) got.example = answer;
}
