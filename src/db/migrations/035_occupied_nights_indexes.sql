-- One index for each way of reading: by nights first, the nights of one home lie spread over every other home's.
drop index occupied_nights_nights;
create index occupied_nights_nights on occupied_nights using gist (nights);
create index occupied_nights_property on occupied_nights using gist (property_id, nights);
