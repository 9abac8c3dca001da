import {
  boolean,
  integer,
  integerKey,
  integerMax,
  moment,
  number,
  optionalLink,
  optionalText,
  table,
  text,
} from '../forms/field-builders.ts';

export default table(
  {
    id: integerKey(1),
    business_name: text({ title: 'Business name', minLength: 1, maxLength: 100 }),
    town: text({ title: 'Town', minLength: 1, maxLength: 100 }),
    phone: text({ title: 'Phone', minLength: 1, maxLength: 40 }),
    email: text({ title: 'Email', format: 'email', maxLength: 254 }),
    video_url: optionalLink({ title: 'Video URL', description: 'A YouTube or Vimeo page, or a video file' }),
    video_headline: optionalText({ title: 'Video headline', maxLength: 200 }),
    video_poster_url: optionalLink({
      title: 'Video poster URL',
      description: 'The still picture shown before the video',
    }),
    banner_url: optionalLink({ title: 'Banner image URL', description: 'The wide picture under the map' }),
    map_query: optionalText({
      title: 'Map search',
      description: 'What the map is centred on',
      maxLength: 200,
    }),
    map_picture_url: optionalLink({
      title: 'Map picture URL',
      description: 'The still picture shown before the map',
    }),
    review_rating: number({ title: 'Average rating', minimum: 0, maximum: 5 }),
    review_count: integer({ title: 'Number of reviews', minimum: 0, maximum: integerMax }),
    guest_experience_host_picture_url: optionalLink({ title: 'Picture of the guest experience host' }),
    property_manager_host_picture_url: optionalLink({ title: 'Picture of the property manager' }),
    social_facebook_url: optionalLink({ title: 'Facebook URL' }),
    social_instagram_url: optionalLink({ title: 'Instagram URL' }),
    social_tiktok_url: optionalLink({ title: 'TikTok URL' }),
    terms_url: optionalLink({ title: 'Terms URL' }),
    privacy_url: optionalLink({ title: 'Privacy URL' }),
    credit_label: optionalText({ title: 'Credit label', maxLength: 100 }),
    credit_url: optionalLink({ title: 'Credit URL' }),
    copyright_year: integer({ title: 'Copyright year', minimum: 1900, maximum: 9999 }),
    takes_bank_debits: boolean({
      title: 'Take bank debits',
      description:
        'For stays more than 10 days away. A bank works on them for days, in which the nights are held; cards and wallets are always taken',
    }),
    updated_at: moment('Updated'),
  },
  {
    title: 'Site Settings',
    description: 'Contact details, links and texts of the whole site',
    order: 9,
    label: 'business_name',
    verbs: { create: false, delete: false },
    preview: '/',
  },
);
