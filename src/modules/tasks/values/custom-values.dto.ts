import { IsObject } from 'class-validator';
import { Field, type Presence, Rule } from '#common/validation/field.js';
import { CUSTOM_SCHEMA } from './custom-schema.dto.js';

const OBJECT = { message: 'Expected object' };

/** Values by the key of their field; whoever knows the fields checks them. */
export function CustomValues(presence: Presence): PropertyDecorator {
  return Field(presence, CUSTOM_SCHEMA, [
    IsObject(OBJECT),
    Rule((value) => (Array.isArray(value) ? OBJECT.message : undefined)),
  ]);
}
