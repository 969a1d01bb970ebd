-- Verdicts are sent again when the connection drops: a move says which verdict it was, so that none counts twice.
ALTER TABLE catalogue_move ADD COLUMN verdict_id uuid UNIQUE;
