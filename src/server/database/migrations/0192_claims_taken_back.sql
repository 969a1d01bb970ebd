-- An upheld dispute of pieces that are claimed from the vendor is followed by taking the claim back.
ALTER TABLE qc_dispute DROP CONSTRAINT qc_dispute_next_check,
  ADD CONSTRAINT qc_dispute_next_check CHECK (next IN ('recount', 'reinspect', 'revert', 'take_back', 'none'));
