import {
  boolean,
  choice,
  integer,
  integerMax,
  link,
  moment,
  optional,
  optionalText,
  propertyId,
  table,
  text,
  uuidKey,
} from '../forms/field-builders.ts';

export default table(
  {
    id: uuidKey(),
    property_id: propertyId(),
    channel: choice(['airbnb', 'vrbo', 'booking_com', 'other'], {
      title: 'Channel',
      enumNames: ['Airbnb', 'Vrbo', 'Booking.com', 'Another'],
    }),
    name: optionalText({ title: 'Name', maxLength: 100, searchable: true }),
    url: link({
      title: 'Address',
      description: 'The secret link that the channel gives for export, from https:// or webcal:// on',
      format: 'feed-uri',
      minLength: 8,
    }),
    end_is_last_night: optional(
      boolean({
        title: 'Ends with the last night',
        description: 'Only for channels whose events end on the last night instead of the day of check-out',
        default: false,
      }),
    ),
    is_active: optional(
      boolean({ title: 'Active', description: 'It is read every 10 minutes', default: true }),
    ),
    last_read_at: optional(moment('Last read')),
    last_good_at: optional(moment('Last read well')),
    last_error: optional(
      text({
        title: 'Last error',
        description: 'Empty after a good reading',
        maxLength: 2000,
        readOnly: true,
      }),
    ),
    event_count: optional(
      integer({
        title: 'Events',
        description: 'In the last good reading',
        minimum: 0,
        maximum: integerMax,
        readOnly: true,
      }),
    ),
    created_at: moment('Created'),
    updated_at: moment('Updated'),
  },
  {
    title: 'Calendar feeds',
    description: 'Calendars of other channels, whose nights are closed here',
    order: 1.9,
    group: 'sell',
    label: 'name',
  },
);
