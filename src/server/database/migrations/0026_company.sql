-- What the company says of itself; the server fills in what is left out here.
INSERT INTO setting (name, value) VALUES ('company', '{}');

-- First steps are for an installation that begins with this version: one that has orders is past them.
INSERT INTO setting (name, value)
  SELECT 'first_day', CASE WHEN EXISTS (SELECT FROM vendor_order) THEN '"done"'::jsonb ELSE '"open"'::jsonb END;
