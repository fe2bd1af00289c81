import type { OpenAPIObject } from '@nestjs/swagger';
import { type Operation, operationsOf } from './document.js';
import type { Example } from './example.js';
import { EXAMPLES } from './examples.gen.js';

/** Shows the recorded example of each operation. */
export function addExamples(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document)) {
    const example = EXAMPLES[operation.operationId ?? ''];
    if (example) show(example, operation);
  }
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
