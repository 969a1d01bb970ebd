import { contract } from '../../src/shared/areas.ts'
import type { Takes } from '../../src/shared/kernel/call.ts'
import type { Client } from './client.ts'

const { confirmShipToIndia, getInvoices } = contract.invoices

type Asked = Omit<Takes<typeof confirmShipToIndia>, 'expected'>

/** The boxes and pieces of these invoices, as a screen shows them. */
export async function sumsShown(client: Client, invoice_numbers: readonly string[]) {
  const { body } = await client.call(getInvoices, { invoice_numbers: [...invoice_numbers], page_size: 500 })
  const sum = (of: 'boxes' | 'pieces') => (body.data?.rows ?? []).reduce((total, row) => total + row[of], 0)
  return { boxes: sum('boxes'), pieces: sum('pieces') }
}

/** Ships invoices as they stand, or takes that back, for tests that are not about what was seen. */
export async function shipToIndia(client: Client, asked: Asked) {
  return client.call(confirmShipToIndia, { ...asked, expected: await sumsShown(client, asked.invoice_numbers) })
}
