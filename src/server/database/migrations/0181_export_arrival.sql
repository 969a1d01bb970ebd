-- The day on which a carrier said that the goods of an export order arrive in India.
ALTER TABLE export_order ADD COLUMN arrives_on date;
