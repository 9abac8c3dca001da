-- Six months have 181 to 184 nights, and a stay of exactly six months is taxed: 182 exempted some of them. Rows that hosts have
-- changed stay as they are.
update taxes set max_nights = 184
where max_nights = 182 and jurisdiction in ('State of Florida', 'Bay County surtax', 'Bay County Clerk')
  and label in ('Florida transient rental sales tax', 'Bay County discretionary surtax', 'Bay County tourist development tax');
