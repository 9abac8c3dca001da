import {
  choice,
  integer,
  integerKey,
  moment,
  optional,
  optionalLink,
  position,
  table,
  text,
} from '../forms/field-builders.ts';

const byGuest = 'Of a review of a stay, only its guest changes it';

export default table(
  {
    id: integerKey(),
    kind: optional(
      choice(['example', 'stay'], {
        title: 'Kind',
        enumNames: ['Example', 'Review of a stay'],
        description:
          'Only guests write reviews of stays, through the link in their mail. What you add here is an example: it is marked as one, and never shown on the live site',
        default: 'example',
      }),
    ),
    subject: optional(
      choice(['home', 'hosts'], { title: 'About', enumNames: ['A home', 'The hosts'], default: 'home' }),
    ),
    guest_name: text({
      title: 'Guest name',
      description: 'As it is shown',
      minLength: 1,
      maxLength: 100,
      searchable: true,
    }),
    guest_photo_url: optionalLink({ title: 'Guest photo URL' }),
    rating: integer({ title: 'Rating', description: byGuest, minimum: 1, maximum: 5, default: 5 }),
    review_html: text({
      title: 'Review',
      description: byGuest,
      minLength: 1,
      maxLength: 5000,
      multiline: true,
      searchable: true,
    }),
    position: optional(position()),
    booking_id: optional(
      text({
        title: 'Booking',
        description: 'The stay that a review is about; empty for an example',
        format: 'uuid',
        references: 'bookings',
      }),
    ),
    stay_month: optional(text({ title: 'Month of the stay', maxLength: 7, readOnly: true })),
    private_note: optional(
      text({
        title: 'Note to the hosts',
        description: 'Only for the hosts',
        maxLength: 4000,
        readOnly: true,
      }),
    ),
    published_at: optional(moment('Published')),
    edited_at: optional(moment('Edited')),
    hidden_at: optional(moment('Hidden')),
    hidden_reason: optional(
      choice(['names_a_person', 'abusive', 'not_about_the_stay', 'proven_false', 'asked_by_author'], {
        title: 'Why it is hidden',
        enumNames: [
          'It names a person',
          'It is abusive',
          'It is not about the stay',
          'It was proven false',
          'Its author asked for it',
        ],
        readOnly: true,
      }),
    ),
    reply: optional(text({ title: 'Reply', maxLength: 2000, readOnly: true })),
    replied_at: optional(moment('Replied')),
  },
  {
    title: 'Reviews',
    description: 'What guests wrote about their stays, and examples of it',
    order: 7,
    group: 'sell',
    label: 'guest_name',
    preview: '/#reviews',
  },
);
