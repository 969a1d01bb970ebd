-- How a file of records is written (order of its days, currency, what its own columns mean), as whoever brought it in said: asked once and remembered.
ALTER TABLE record_import ADD COLUMN forms jsonb;
