import { expect, test } from 'vitest'
import { disorder, locksOf } from '../support/lock-orders.ts'

const told = (statement: string) =>
  locksOf(statement).map(({ table, isShared }) => (isShared ? `${table} shared` : table))

// Catches a watcher that sees no locks, and so finds every transaction in order.
test('the locks of a statement are read from its text', () => {
  expect(told('select "h"."id" from "shipment" as "h" where "h"."id" = $1 for no key update')).toEqual(['shipment'])
  expect(
    told(
      'SELECT 1 FROM vendor_order o WHERE o.id IN (SELECT order_id FROM order_line) ORDER BY o.id FOR NO KEY UPDATE',
    ),
  ).toEqual(['vendor_order'])
  expect(told('SELECT s.id FROM stock s JOIN place p ON p.id = s.place_id ORDER BY 1 FOR NO KEY UPDATE OF s')).toEqual([
    'stock',
  ])
  expect(told('SELECT p.id FROM place p JOIN site x ON x.id = p.site_id ORDER BY p.id FOR SHARE OF p')).toEqual([
    'place shared',
  ])
  expect(told('WITH c AS (SELECT id FROM vendor_order FOR UPDATE) UPDATE order_line l SET x = 1 FROM c')).toEqual([
    'vendor_order',
    'order_line',
  ])
  expect(told('insert into stock values ($1) on conflict do update set on_hand = 1')).toEqual([])
  expect(told("SELECT 'for update' FROM stock")).toEqual([])
})

// Catches the recovery of a shipment, which locked lines before their orders: two vendors' commands then waited for each other.
test('lines before their orders are out of order, what belongs to a locked thing is not', () => {
  const locks = (...tables: string[]) => tables.map((table) => ({ table, isShared: false }))
  expect(disorder(locks('shipment', 'order_line', 'vendor_order'))).toBe('vendor_order is locked after order_line')
  expect(disorder(locks('shipment', 'vendor_order', 'order_line', 'box', 'shipment_line'))).toBeNull()
  expect(disorder(locks('stock', 'vendor_order'))).toBe('vendor_order is locked after stock')
})
