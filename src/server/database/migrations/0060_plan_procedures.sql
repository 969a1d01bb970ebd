-- By which table of ISO 2859-1 a lot was planned. Every plan so far was made by the table of normal inspection, also where a stricter AQL
-- or a lower level stood for tightened or reduced inspection: its numbers stay as they were frozen.
SET LOCAL selvedge.append_only = 'off';

UPDATE qc_lot SET plan = plan || '{"procedure": "normal"}';
ALTER TABLE qc_lot ADD CONSTRAINT qc_lot_procedure
  CHECK (coalesce(plan ->> 'procedure' IN ('normal', 'tightened', 'reduced'), false));

UPDATE qc_inspection SET looser_plan = jsonb_set(looser_plan || '{"procedure": "normal"}', '{settings,procedure}', '"normal"')
WHERE looser_plan IS NOT NULL;
