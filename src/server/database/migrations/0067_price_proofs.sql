-- What proves that a price was agreed: a picture or a PDF, of which the bytes lie with the files (`proofs`).
CREATE TABLE price_proof (
  id uuid PRIMARY KEY,
  negotiation_id uuid NOT NULL REFERENCES price_negotiation (id),
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('image/jpeg', 'application/pdf')),
  bytes integer NOT NULL CHECK (bytes > 0),
  by uuid NOT NULL REFERENCES app_user (id),
  at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX price_proof_negotiation ON price_proof (negotiation_id, at);

-- The day on which whoever is to answer was reminded last.
ALTER TABLE price_negotiation ADD COLUMN reminded_on date;
CREATE INDEX price_negotiation_due ON price_negotiation (answer_by) WHERE state = 'OPEN';
