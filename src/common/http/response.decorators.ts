import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

type Documentation = Pick<ApiPropertyOptions, 'description' | 'nullable'> & {
  minimum?: number;
  maximum?: number;
  required?: boolean;
};

/** The id of a resource, in a response. */
export const Reference = (documentation: Documentation = {}): PropertyDecorator =>
  ApiProperty({ type: String, format: 'uuid', ...documentation });

/** A moment, in a response: ISO 8601 in UTC with milliseconds. */
export const Moment = (documentation: Documentation = {}): PropertyDecorator =>
  ApiProperty({ type: String, format: 'date-time', ...documentation });

/** A whole number, in a response. */
export const WholeNumber = (documentation: Documentation = {}): PropertyDecorator =>
  ApiProperty({ type: 'integer', ...documentation });
