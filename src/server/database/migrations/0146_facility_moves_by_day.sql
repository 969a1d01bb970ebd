-- The output of a day is read by when its moves were.
CREATE INDEX facility_move_at ON facility_move (at);
