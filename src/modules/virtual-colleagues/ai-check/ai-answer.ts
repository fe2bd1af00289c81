import { z } from 'zod';
import { SEVERITIES } from '../settings/severities.js';

/** What a model has to say of the tasks. Strict providers want every property required and no other allowed, and know few other keywords. */
const AiAnswer = z.strictObject({
  summary: z.string(),
  findings: z.array(
    z.strictObject({ taskId: z.string(), severity: z.enum(SEVERITIES), message: z.string(), suggestion: z.string() }),
  ),
});

export type AiAnswer = z.infer<typeof AiAnswer>;

/** The schema that a model is given: what its answer is checked against. */
const { $schema: _, ...schema } = z.toJSONSchema(AiAnswer);
export const ANSWER_SCHEMA = schema;

/** The answer, or undefined when the text does not match the schema. */
export function parseAnswer(text: unknown): AiAnswer | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    return AiAnswer.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
