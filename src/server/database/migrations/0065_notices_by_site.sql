-- At which sites a notice's matter lies: people who are bound to sites hear of theirs alone. None: of no site, everybody of the roles hears.
ALTER TABLE notice_outbox ADD COLUMN site_ids uuid[] NOT NULL DEFAULT '{}';
