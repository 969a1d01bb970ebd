-- A box that is received by its label came as it was packed; once its pieces are counted, the count takes the place of that.
ALTER TABLE gate_pass_receipt ADD COLUMN is_whole boolean NOT NULL DEFAULT false;
UPDATE gate_pass_receipt r SET is_whole = true FROM audit_event e
  WHERE e.id = r.event_id AND e.event = 'gate_pass.received' AND e.details ? 'boxes' AND r.box_id IS NOT NULL;
