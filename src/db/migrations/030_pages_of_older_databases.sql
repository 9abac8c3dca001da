-- The pages that guests agree to, where a database is older than they are and has none; a new one gets them with its seed.
insert into pages (slug, title, html_rich_text)
select * from (values
  ('terms', 'Terms of booking',
   '<p>These terms hold for every stay that is booked on this site. By booking you enter into an agreement with the hosts of the home, who answer for it.</p>'
   || '<h2>Booking and payment</h2>'
   || '<p>The price you see first is the price you pay: rent, fees and taxes together. A stay is booked when it is paid, or when its deposit is. While you pay, the nights are held for you. The balance of a stay booked with a deposit is charged to the same card on the day that stands in your confirmation; we write to you three days before.</p>'
   || '<h2>Your stay</h2>'
   || '<p>The adult who books stays in the home and answers for the party. No more people sleep in the home than were booked. The house rules stand on the page of the home and in your confirmation. Please tell us at once when something is broken or missing, so that we can put it right.</p>'
   || '<h2>Arrival and departure</h2>'
   || '<p>Check-in and check-out times stand in your confirmation. Three days before you arrive you receive the address and everything you need to come in.</p>'
   || '<h2>Changes and cancellation</h2>'
   || '<p>What goes back when you cancel stands in the cancellation policy of the home, in your quote and in your confirmation. Should we ever have to cancel, you get everything back.</p>'
   || '<h2>Damage</h2>'
   || '<p>Things break. Please tell us. We charge only for damage beyond ordinary use, at its cost, and we show you the bill.</p>'
   || '<h2>Law</h2>'
   || '<p>The laws of Florida apply. Nothing on this page takes away a right that the law gives you.</p>'),
  ('privacy', 'Privacy',
   '<p>We ask for what we need to welcome you, and for nothing else.</p>'
   || '<h2>What we keep</h2>'
   || '<p>Your name, e-mail address and phone number, the dates of your stay, what you paid, and what we wrote to each other. Card numbers never reach us: you give them to our payment provider on its own page.</p>'
   || '<h2>What we use it for</h2>'
   || '<p>To book and prepare your stay, to reach you about it, and to pay the taxes that the law asks of us. Only with your consent do we count which of our advertisements brought you here.</p>'
   || '<h2>Who else sees it</h2>'
   || '<p>Our payment provider, our mail provider, and the people who clean and look after the homes, each only what they need. We sell nothing to anybody.</p>'
   || '<h2>How long, and your rights</h2>'
   || '<p>We keep records of payments as long as tax law asks for them, and everything else for as long as it serves you. On your account page you can download what we keep about you, and have it deleted. Or write to us.</p>'),
  ('cancellation', 'Cancellation',
   '<p>Every home has its cancellation policy. Before you pay, you see its steps with their dates: until which moment how much goes back. Times are those of the home, in Central Time.</p>'
   || '<h2>What goes back</h2>'
   || '<p>Until the moment that each step names, its part of the rent and of the fees goes back. Cleaning and pet fees always go back in full when you do not come, and taxes in proportion. Shortly after booking you may think it over: while check-in is at least seven days away, everything goes back within the hours that your quote names.</p>'
   || '<h2>How to cancel</h2>'
   || '<p>Open your booking from the link in your confirmation, or from your account. You see the exact refund before you decide. It goes to the card that you paid with; banks take five to ten days.</p>'
   || '<h2>Storms</h2>'
   || '<p>When a mandatory evacuation is ordered for the home, we refund the nights that you cannot stay.</p>')
) as page (slug, title, html_rich_text)
where exists (select from site_settings)
on conflict (slug) do nothing;
