/* Bodies made from the document of the API, for tests of every call at once. */

export interface Schema {
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  required?: string[];
  additionalProperties?: unknown;
  properties?: Record<string, Schema>;
}

export interface Operation {
  'x-access'?: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}

export type Paths = Record<string, Record<string, Operation>>;

/**
 * A body that a schema allows.
 * @param samples values of fields by their names, where any of their type would not do
 */
export function sample({ type, ...schema }: Schema, samples: Record<string, unknown>, name = ''): unknown {
  if (name in samples) return samples[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return sample(schema.anyOf[0], samples, name);
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, inner]) => [key, sample(inner, samples, key)]),
    );
  if (type === 'array') return [sample(schema.items ?? {}, samples)];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  const formats: Record<string, unknown> = {
    date: '2027-06-01',
    'date-time': '2027-06-01T12:00:00Z',
    email: 'ann@guests.example',
    uuid: samples.uuid,
  };
  return formats[schema.format ?? ''] ?? 'Sand';
}
