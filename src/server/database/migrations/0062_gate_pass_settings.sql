-- Blind receipts by the site that receives, and tax rates by the HSN code before those by value -------------------------------

INSERT INTO setting (name, value) VALUES ('gate_pass_blind_sites', '[]');

-- Nothing by HSN so far: apparel goes by the value of a piece.
UPDATE setting SET version = version + 1, updated_at = now(),
  value = (SELECT jsonb_agg(jsonb_build_object('hsn_rates', '[]'::jsonb) || rules ORDER BY at)
    FROM jsonb_array_elements(value) WITH ORDINALITY AS each (rules, at))
WHERE name = 'gate_pass_tax';
