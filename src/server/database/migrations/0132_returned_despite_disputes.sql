-- Disputes of pieces on a return note that were not decided, or not yet looked at again, when it was made: whoever made it knew.
ALTER TABLE return_note ADD COLUMN disputes text[] NOT NULL DEFAULT '{}';
