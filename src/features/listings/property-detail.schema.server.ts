import Type from 'typebox';
import { propertySchema } from './property.schema.server.ts';

const clockTime = Type.String({ description: 'A time of day at the home, such as 16:00' });
const coordinate = Type.Union([Type.Number(), Type.Null()]);

export const propertyDetailSchema = Type.Object(
  {
    ...propertySchema.properties,
    homeType: Type.Enum(['House', 'Apartment', 'Villa']),
    amenities: Type.Array(Type.String()),
    sleeping: Type.Array(
      Type.Object({
        room: Type.String(),
        beds: Type.Array(Type.Object({ count: Type.Integer(), kind: Type.String() })),
      }),
    ),
    houseRules: Type.Array(Type.String()),
    checkInFrom: clockTime,
    checkOutUntil: clockTime,
    address: Type.String({ description: 'Without a number: guests get it before they arrive' }),
    locality: Type.String(),
    latitude: coordinate,
    longitude: coordinate,
    shareDescription: Type.String({ description: 'For search results and shared links' }),
  },
  { description: 'A home with everything that its own page shows, and all its pictures' },
);
