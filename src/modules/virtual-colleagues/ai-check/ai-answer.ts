import { Ajv, type JSONSchemaType } from 'ajv';

export const SEVERITIES = ['info', 'warning', 'critical'] as const;

export type Severity = (typeof SEVERITIES)[number];

/** What a model has to say of one task. */
export interface AiFinding {
  taskId: string;
  severity: Severity;
  message: string;
  suggestion: string;
}

export interface AiAnswer {
  summary: string;
  findings: AiFinding[];
}

/**
 * The schema that a model is given, and that its answer is checked against. Strict providers want every property required
 * and no other allowed, and know few other keywords.
 */
export const ANSWER_SCHEMA: JSONSchemaType<AiAnswer> = {
  type: 'object',
  properties: {
    summary: { type: 'string' },
    findings: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          taskId: { type: 'string' },
          severity: { type: 'string', enum: SEVERITIES },
          message: { type: 'string' },
          suggestion: { type: 'string' },
        },
        required: ['taskId', 'severity', 'message', 'suggestion'],
        additionalProperties: false,
      },
    },
  },
  required: ['summary', 'findings'],
  additionalProperties: false,
};

const isAnswer = new Ajv().compile(ANSWER_SCHEMA);

/** The answer, or undefined when the text does not match the schema. */
export function parseAnswer(text: unknown): AiAnswer | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const answer: unknown = JSON.parse(text);
    return isAnswer(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}
