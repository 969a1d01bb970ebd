-- People change settings on a screen: whoever comes second is told who was first.
ALTER TABLE setting ADD COLUMN version integer NOT NULL DEFAULT 1;
