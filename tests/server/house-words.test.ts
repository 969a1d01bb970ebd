import { expect, test } from 'vitest'
import { demoPassword } from '../../src/server/demo/book.ts'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Call } from '../../src/shared/kernel/call.ts'
import { nameOf } from '../chaos/calls.ts'
import { newMemory, people, type World } from '../chaos/players/play.ts'
import { randomOf } from '../chaos/random.ts'
import { newNotes, rehearse } from '../chaos/workers.ts'
import { type Field, freeFields, nothingPlanted, plantingHand } from '../support/planted-words.ts'
import { readEverything, type Thing } from '../support/reading-everything.ts'
import { type TestServer, testServer } from '../support/server.ts'

/** What the house writes to the vendor. Everything else that people of the house write in their own words is the house's. */
const toVendors: Partial<Record<Field, string>> = {
  'orders.makeOrder remark': 'stands on the order',
  'orders.amendOrder reason': 'why the order is another now',
  'orders.cancelOrder reason': 'why there is no order any more',
  'orders.updateOrders remark': 'an answer given in the place of the vendor stands on the order, as its own would',
  'orders.decideProposal reason': 'the answer to what the vendor proposed',
  'priceNegotiations.updatePriceNegotiationDetails reason': 'said at the table',
  'preStock.withdrawPreStock remark': 'why the promise is none any more',
  'inspection.verifyQcInspection remark': 'what was found, with its defects',
  'inspection.judgeLots remark': 'what was found, with its defects',
  'indiaInspection.verifyQcInspection remark': 'what was found, with its defects',
  'catalogue.updateVendorCatalogue remark': 'asks the vendor for what is missing, where it is to answer',
  'returns.confirmReturnToVendor remark': 'stands on the return note',
  'correctiveActions.openCorrectiveAction title': 'what the vendor is to see to',
  'correctiveActions.openCorrectiveAction wrong': 'what the vendor is to see to',
  'correctiveActions.judgeCorrectiveAction remark': 'what is said of its answer',
  'disputes.askAboutDispute words': 'what the vendor is asked about its dispute',
  'disputes.settleDispute words': 'why its dispute is upheld or turned down',
  'rejectedSkus.reconcileRejectedSkus remark': 'stands on the return note of India',
}

/** Of the house's calls all fields for words of one's own. */
const houseFields = (Object.values(contract).flatMap((area) => Object.values(area)) as Call[])
  .filter(({ changes, callers }) => changes && Array.isArray(callers) && !callers.includes('vendor'))
  .flatMap((call) => freeFields(call).map((field): Field => `${nameOf(call)} ${field}`))

/** Everybody of the demo does everything once, and the house writes a word of its own into every field that takes words. */
async function plantEverywhere(server: TestServer) {
  const found = nothingPlanted()
  const hands = people.map(async (who) => {
    const email = `${who}@demo.selvedge`
    const user = server.db.selectFrom('app_user').select('id').where('email', '=', email)
    const { id } = await user.executeTakeFirstOrThrow()
    return [who, plantingHand(await server.as(email), id, who.startsWith('vendor') ? null : found)] as const
  })
  const by = Object.fromEntries(await Promise.all(hands)) as World['by']
  const noted = newNotes()
  const left = await rehearse({ by, random: randomOf(7), memory: newMemory(demoPassword) }, noted, 8)
  const why = left.map((name) => `${name}: ${noted.refusals.get(name)}`)
  expect({ left: why, broken: noted.broken }).toEqual({ left: [], broken: [] })
  return found
}

/**
 * Would catch: a history, a notice, a life, a list or a file that shows a vendor what people of the house wrote to each other: why ops
 * refused and then approved after all, what a count says of a discrepancy, why a verdict was overruled, where a price was heard.
 */
test('a vendor reads nowhere what the house wrote for itself', { timeout: 300_000 }, async () => {
  const server = await testServer()
  await seedDemo(server.db, { files: server.files })
  const last = server.db.selectFrom('audit_event').select((eb) => eb.fn.max('seq').as('seq'))
  const { seq } = await last.executeTakeFirstOrThrow()
  const planted = await plantEverywhere(server)
  // Would catch: a new field whose words nobody looked for.
  expect(houseFields.filter((field) => !planted.taken.has(field))).toEqual([])

  const touched = server.db.selectFrom('audit_event').select(['entity', 'entity_id as id']).distinct()
  const things: Thing[] = await touched.where('seq', '>', seq).execute()
  const vendors = await server.db
    .selectFrom('vendor')
    .select(['id', 'code', 'name'])
    .where('id', 'in', (eb) => eb.selectFrom('vendor_order').select('vendor_id'))
    .execute()
  const leaks = new Set<string>()
  const seen = new Set<Field>()
  const reading = vendors.map(async (vendor) => {
    const client = await server.as(await server.makeUser({ role: 'vendor', vendor }))
    for (const { call, text } of await readEverything(client, 'vendor', things)) {
      const small = text.toLowerCase()
      for (const [word, field] of planted.words) {
        if (!small.includes(word)) continue
        seen.add(field)
        if (!(field in toVendors)) leaks.add(`${field} in ${call}`)
      }
    }
  })
  // Together: what one waits for of the database another makes use of.
  await Promise.all(reading)
  expect([...leaks]).toEqual([])
  // The reading got to where words stand: else it would prove nothing.
  expect(seen.size).toBeGreaterThan(2)
})
