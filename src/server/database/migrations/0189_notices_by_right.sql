-- Who is told: whoever has the right that a notice is about. None: by role alone, as a copy of before writes it.
ALTER TABLE notice_outbox ADD COLUMN right_name text;
