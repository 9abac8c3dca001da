import { exampleBusiness } from '../shared/example-business.ts';

/** The entries of the specification, exactly. */

export const siteSettings = {
  id: 1,
  business_name: 'PCB Beach Rentals',
  town: 'Panama City Beach',
  ...exampleBusiness,
  video_headline: 'Panama City Beach Vacation Rentals',
  map_query: 'Panama City Beach, Florida',
  review_rating: 0,
  review_count: 0,
  terms_url: '',
  privacy_url: '',
  copyright_year: 2025,
};

/** The rating and the number of reviews that the site shows with the example reviews. */
export const exampleRating = { review_rating: 4.96, review_count: 12 };

export const settingsScenes = {
  video_poster_url: 'tour-poster',
  banner_url: 'coast-banner',
  map_picture_url: 'coast-map',
  guest_experience_host_picture_url: 'host-guest-experience',
  property_manager_host_picture_url: 'host-property-manager',
};

export const amenities = [
  ['Private Beach Access', 'A gated boardwalk of your own, two minutes from door to sand'],
  ['11 Pools (5 Heated)', 'Eleven pools to choose from, five of them heated through the cool months'],
  ['Beach Gear Included', 'Chairs, umbrella, wagon and toys are waiting for you'],
  ['Fully Equipped Kitchen', 'Pots, pans, dishwasher and a table for everyone'],
  ['High-Speed WiFi', 'Fast enough for a movie night and a video call at once'],
  ['Family & Kid-Friendly', 'Bunk beds, high chair, travel crib and board games'],
  ['Free Parking', 'Park at the door for the whole stay, at no charge'],
  ['Premium Cable TV', 'Smart TVs with cable in the living room and bedrooms'],
  ['Air Conditioning', 'Cool rooms after a hot day in the sun'],
  ['Coffee Maker', 'Drip and pod coffee, with the first cups on us'],
  ['Guest Favorite', 'Among the homes guests love most and come back to'],
] as const;

/** Invented: for trying the site out, never in production. */
export const reviews = [
  [
    'Megan',
    'We could hear the waves from the balcony and the kids were in the pool before we had unpacked. Already planning next summer!',
  ],
  [
    'Carlos',
    'Exactly as described and spotless. The walk to the beach really is two minutes, even with a wagon full of toys.',
  ],
  [
    'Priya',
    'The hosts answered every question within the hour. Best communication we have ever had with a rental.',
  ],
  ['Dana', 'The bunk room was the star of the trip. Our three never argued about bedtime once.'],
  ['Tom', 'Great kitchen, great beds, and beach chairs included. We saved a fortune on rentals.'],
  ['Alicia', 'Woke up to dolphins on the second morning. I did not want to leave and neither did my mother.'],
  ['Jordan', 'Check-in took thirty seconds and everything worked. Five stars from a picky family.'],
  ['Renee', 'So clean and so well stocked. Somebody clearly thought about what families need.'],
  ['Sam', 'Heated pool in March, sunshine, and nobody else on the sand at eight in the morning. Perfect.'],
  ['Whitney', 'Our toddler fell asleep to the sound of the Gulf every night. So did we.'],
  ['Marcus', 'We have stayed all along this coast and this is the one we will come back to.'],
  ['Elena', 'Beautiful sunsets, thoughtful hosts, and a home that feels like a home. Thank you!'],
] as const;

/** Invented as the reviews are: what guests say of the hosts. */
export const hostTestimonials = [
  [
    'Rachel T.',
    'Our flight was canceled and we arrived at two in the morning. Marisol had left the porch light on and milk in the fridge for the little one. Who does that?',
  ],
  [
    'Anthony B.',
    'I asked Daniel where to fish with my son. He drew us a map, lent us two rods and knocked the next day to see what we had caught.',
  ],
  [
    'Josephine K.',
    'They remembered from last year that my mother needs a chair with arms. It was there before we were. We will keep coming back to these two.',
  ],
] as const;

export const products = [
  {
    property: 'kid-friendly-steps-to-beach',
    name: 'Kid-Friendly, Steps to Beach + Pools — Weekend Stay',
    description:
      'Three nights in the condo by the pools, cleaning and beach gear included. We agree the dates with you within 24 hours.',
    scenes: ['steps-to-beach-pool', 'steps-to-beach-exterior'],
    price_cents: 67_500,
    billing_type: 'one_time' as const,
    billing_period: null,
  },
  {
    property: 'the-beachcomber',
    name: 'The Beachcomber — Week at the Gulf',
    description:
      'Seven nights in the cottage among the dunes, cleaning and beach gear included. We agree the dates with you within 24 hours.',
    scenes: ['beachcomber-exterior', 'beachcomber-deck'],
    price_cents: 159_300,
    billing_type: 'one_time' as const,
    billing_period: null,
  },
  {
    property: 'the-beachcomber',
    name: 'Snowbird Month at The Beachcomber',
    description:
      'A quiet month by the Gulf between November and February, renewed each month until you fly home.',
    scenes: ['beachcomber-shore', 'beachcomber-living'],
    price_cents: 245_000,
    billing_type: 'recurring' as const,
    billing_period: 'month' as const,
  },
];
