-- A purchase order is titled, signed and numbered as one: its number said GRN, a goods receipt. Numbers that were given stay.
UPDATE setting SET value = '"PO"' WHERE name = 'purchase_order_series' AND value = '"GRN"';
