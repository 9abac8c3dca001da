import Type from 'typebox';
import type { FormSchema } from './schema.ts';

const words = { type: 'string' };

/** A form as the API gives it: itself a JSON Schema, with titles and choices for the people who fill it in. */
export const formSchema = Type.Unsafe<FormSchema>({
  type: 'object',
  required: ['type', 'required', 'properties'],
  properties: {
    type: { const: 'object' },
    title: words,
    description: words,
    required: { type: 'array', items: words },
    properties: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['type', 'title'],
        properties: {
          type: { enum: ['boolean', 'array', 'string', 'number', 'integer'] },
          title: words,
          description: words,
          format: words,
          enum: { type: 'array', items: { type: ['string', 'number'] }, description: 'The choices' },
          enumNames: { type: 'array', items: words, description: 'Words for the choices, in their order' },
          minimum: { type: 'number' },
          maximum: { type: 'number' },
          minLength: { type: 'integer', description: 'In Unicode code points' },
          maxLength: { type: 'integer' },
          pattern: words,
          default: {},
          multiline: { type: 'boolean' },
        },
      },
    },
  },
});
