import Type from 'typebox';
import type { FormSchema } from './schema.ts';

const textSchema = { type: 'string' };

/** A form as the API gives it: itself a JSON Schema, with titles and choices for the people who fill it in. */
export const formSchema = Type.Unsafe<FormSchema>({
  type: 'object',
  required: ['type', 'required', 'properties'],
  properties: {
    type: { const: 'object' },
    title: textSchema,
    description: textSchema,
    required: { type: 'array', items: textSchema },
    properties: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['type', 'title'],
        properties: {
          type: { enum: ['boolean', 'array', 'string', 'number', 'integer'] },
          title: textSchema,
          description: textSchema,
          format: textSchema,
          enum: { type: 'array', items: { type: ['string', 'number'] }, description: 'The choices' },
          enumNames: {
            type: 'array',
            items: textSchema,
            description: 'Words for the choices, in their order',
          },
          minimum: { type: 'number' },
          maximum: { type: 'number' },
          minLength: { type: 'integer', description: 'In Unicode code points' },
          maxLength: { type: 'integer' },
          pattern: textSchema,
          default: {},
          multiline: { type: 'boolean' },
        },
      },
    },
  },
});
