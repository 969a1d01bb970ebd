import { afterAll, expect } from 'vitest'
import { closeAll } from './after-file.ts'
import { disorders } from './lock-orders.ts'

afterAll(async () => {
  await closeAll()
  const found = [...disorders]
  disorders.clear()
  // Two commands that lock the same things in different orders wait for each other: src/server/database/lock-order.ts.
  expect(found, 'transactions that lock out of order').toEqual([])
})
