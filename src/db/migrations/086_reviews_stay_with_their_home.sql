-- A published review stays with the home and the month that it is about: a stay that is moved later takes no review with it.
drop trigger follow_review on bookings;
drop function follow_reviewed_stay();
