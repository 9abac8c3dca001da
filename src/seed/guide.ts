import type { Reveal } from '../db/schema/lodging.ts';

/* The guide for guests and the check list for cleaners of every home. Hosts edit both, and add the facts of single homes. */

export const guideSections: { title: string; reveal: Reveal; html: string[] }[] = [
  {
    title: 'The beach, in two minutes',
    reveal: 'public',
    html: [
      '<p>Look at the flag before you look at the water. Green is calm, yellow asks for care, red keeps you to your knees, and two red flags close the water to everybody. Purple means jellyfish, whatever flies beside it. <a href="/blog/beach-flags-explained">The flags, explained</a> takes five minutes and is worth all of them.</p>',
      '<p>From May to October turtles come ashore at night. Take chairs and toys with you in the evening, fill the holes, and leave the lights toward the beach off.</p>',
    ],
  },
  {
    title: 'What is here, and what to bring',
    reveal: 'public',
    html: [
      '<p>Beds are made, and there are bath towels for everyone. You find soap, dish tabs, trash bags, coffee filters and paper for the first days.</p>',
      '<ul><li><strong>Bring</strong>: beach towels, sunscreen, what you like to cook with, and a sweater for the evenings.</li><li><strong>Leave at home</strong>: glass for the beach, big tents, and drones.</li></ul>',
    ],
  },
  {
    title: 'Before you drive',
    reveal: 'booked',
    html: [
      '<p>We are on Central Time. Many of our guests cross a time zone on the way and are an hour early; the home is ready at the check-in time and not before, because somebody is still making the beds.</p>',
      '<p>On Saturdays in summer the last ten miles take as long as the fifty before them. Come in the evening, or stop for groceries inland.</p>',
      '<p>Tell us on your trip’s page when you expect to be here and with how many cars. It helps us to have everything ready.</p>',
    ],
  },
  {
    title: 'The first evening',
    reveal: 'booked',
    html: [
      '<p>Nobody should cook after a day in the car. Put your feet into the sand first: sunset is the one appointment of the day, and <a href="/blog/where-to-watch-the-sunset">we know where to keep it</a>.</p>',
      '<p>Groceries are a short drive away along Panama City Beach Parkway, and most shops deliver. Order for the hour after check-in, not for the hour before.</p>',
    ],
  },
  {
    title: 'When it rains',
    reveal: 'booked',
    html: [
      '<p>It rarely rains all day. There are board games in the living room, and <a href="/blog/rainy-day-with-children">a list for a rainy day with children</a> that has been tried out on ours.</p>',
      '<p>Close windows and balcony doors when a thunderstorm comes, and take the chairs in. Lightning on the beach is no show to watch from the sand.</p>',
    ],
  },
  {
    title: 'When you come in',
    reveal: 'arrival',
    html: [
      '<ol><li>Lock the door behind you once, so that you know how it works.</li><li>The thermostat is in the hall. Below 70 °F it freezes up and cools nothing; 74 °F is what we like.</li><li>The breakers are behind the gray door beside the washer, each with its name.</li><li>The fire extinguisher is under the kitchen sink, the first-aid box on top of the refrigerator.</li></ol>',
      '<p>Something broken, missing or not clean? Tell us the same evening, and we put it right.</p>',
    ],
  },
  {
    title: 'Kitchen, laundry and trash',
    reveal: 'arrival',
    html: [
      '<p>Rinse sandy things outside before they go into the washer: the pump does not like the beach as much as we do. One dish tab is enough.</p>',
      '<p>Trash goes into the bins outside, in closed bags, because the raccoons can count. Nothing but paper goes into the toilets.</p>',
    ],
  },
  {
    title: 'The last morning',
    reveal: 'booked',
    html: [
      '<p>Leave the beds as they are. We ask for four things only:</p>',
      '<ul><li>the dishwasher running,</li><li>trash in the bins outside,</li><li>windows closed and the air conditioning at 78 °F,</li><li>the door locked.</li></ul>',
      '<p>Then look under the beds: every stuffed animal we have ever mailed home was there. Safe travels, and come back.</p>',
    ],
  },
];

export const checkList = [
  '<ol><li>Open the windows; take pictures of anything broken or missing, and report it before you clean.</li><li>Strip the beds; linen and towels into the bags. Look under beds and sofas for what guests forgot.</li><li>Kitchen: empty dishwasher and refrigerator, wipe inside; two dish tabs, new sponge, trash bags.</li><li>Bathrooms: top to bottom, drains free of sand and hair; paper, soap, a towel for each guest and two more.</li><li>Beds: fresh linen, as many as the next guests are.</li><li>Floors: sand first, with the vacuum; then mop. Balcony or deck swept, chairs inside.</li><li>Air conditioning at 74 °F, water heater on, remotes and their batteries in place.</li><li>Beach closet: chairs rinsed, toys in the wagon.</li><li>Lights out, windows closed, door locked. Mark the home as ready.</li></ol>',
];
