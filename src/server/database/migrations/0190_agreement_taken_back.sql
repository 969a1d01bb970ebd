-- What an agreement changed, for as long as it can be taken back: prices of orders (by vendor_order.id) and of SKUs (by sku.id) before it.
ALTER TABLE price_negotiation ADD COLUMN agreed_at timestamptz(3), ADD COLUMN before_agreed jsonb;
ALTER TABLE price_offer DROP CONSTRAINT price_offer_move_check,
  ADD CONSTRAINT price_offer_move_check CHECK (move IN ('ask', 'counter', 'agree', 'abandon', 'reopen', 'enter', 'take_back'));
