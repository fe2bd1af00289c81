/** In openapi.json: values by the key of their field. */
export const CUSTOM_SCHEMA = {
  type: 'object' as const,
  additionalProperties: true,
  example: { severity: 'Major', customer: 'ACME', story_type: ['Bug'] },
};
