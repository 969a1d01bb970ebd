-- An order that was put together and is not wanted: its lines would count as on their way for ever.
ALTER TABLE replenishment_order DROP CONSTRAINT replenishment_order_state_check;
ALTER TABLE replenishment_order ADD CHECK (state IN ('DRAFT', 'SENT', 'CANCELLED'));
ALTER TABLE replenishment_order ADD COLUMN reason text;
ALTER TABLE replenishment_order ADD CHECK ((state = 'CANCELLED') = (reason IS NOT NULL));
