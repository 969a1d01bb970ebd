import { describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import type { Area, Call } from '../../src/shared/kernel/call.ts'
import { type Input, inputOf, type Json } from '../support/call-samples.ts'

/** The first word of calls that commit something which somebody looked at before. */
const commits =
  /^(approve|agree|decide|judge|verify|post|finish|confirm|issue|ship|submit|complete|close|cancel|reverse|reopen|settle|skip|reconcile|withdraw|revert|recover|put(?=Back)|move(?=Sample)|count(?=As)|manual|answer|update(?=Orders|Shipment|PriceNegotiation)|create(?=Invoice|ExportOrder|PurchaseOrder|Ready))/

/** How a call says what was seen: the version of a thing, or the sums and numbers that a dialog showed. */
const seen = new Set(['version', 'expected', 'missing', 'last', 'over', 'short', 'ends', 'seen'])

const proved = 'is of things that never change: what is sent is all that is done'
const judged = 'sends each piece as it is judged, from the paper or the box in hand'

/** What commits without saying what was seen, with why; `name action` where a call has several. */
const exceptions: Readonly<Record<string, string>> = {
  'orders.decideProposal': 'names the proposal: a vendor that proposes anew makes another, and the old one is refused',
  'orders.recoverOosOrder': 'gives pieces back to the vendor’s own plan; it is answered anew, and nothing is promised',
  'shipments.updateShipment create': 'there is no shipment yet; its lines are sent',
  'shipments.recoverShipment': 'takes a cancelled shipment back, which nobody changes',
  'priceNegotiations.updatePriceNegotiationDetails': 'a first price has no version; every other move asks for one',
  'preStock.withdrawPreStock': 'takes an offer away; its vendor says its own word back',
  'counting.countAsDeclared count': 'takes the packing list at its word, which is closed by then',
  'counting.countAsDeclared undo': 'the boxes wait to be counted again, as if nothing was said',
  'inspection.judgeLots': 'a lot’s key names its boxes and its round: another lot has another key',
  'invoices.createReadyForInvoice ready': 'marks boxes; nothing leaves, and the invoice shows them again',
  'invoices.createReadyForInvoice undo': 'marks boxes; nothing leaves, and the invoice shows them again',
  'invoices.createExportOrder check': 'changes nothing: it lists what is missing',
  'invoices.createInvoice create': `${proved}: passed boxes, by name`,
  'returns.confirmReturnToVendor return': `${judged}; a line that has fewer pieces by now is refused`,
  'indiaReceiving.closeArrival close': 'sends `to_come`, the boxes that its dialog named, where it showed any',
  'indiaReceiving.closeArrival reopen': 'takes a closing back; nothing was promised',
  'rejectedSkus.reconcileRejectedSkus reconcile': judged,
  'rejectedSkus.reconcileRejectedSkus back_from_rework': judged,
  'rejectedSkus.reconcileRejectedSkus replaced': judged,
  'rejectedSkus.reconcileRejectedSkus credited': judged,
  'rejectedSkus.reconcileRejectedSkus undo': `${proved}: dispositions, by id`,
  'purchaseOrders.createPurchaseOrder create': `${proved}: inspections, by name and number`,
  'stockCounts.closeCountedPlace': 'sends the sums of the shelf that was counted, where it was counted in full',
  'frame.cancelJob': 'stops work of one’s own; nothing was shown that it promises',
  'gatePasses.confirmGatepass confirm': 'at a station its scans change the pass; withdrawn until something is packed',
  'gatePasses.confirmGatepass withdraw': 'back to a draft: nothing is on it yet',
  'gatePasses.settleGatePassCase': 'sends the pieces of each outcome, and never more than are missing',
  'qcBoxes.revertBoxToQc': 'undoes a verdict of boxes that are named; they are judged anew',
  'qcBoxes.revertStylesToQualityInspection': 'undoes a verdict of styles that are named; they are judged anew',
  'indiaInspection.revertBoxToQc': 'undoes a verdict of boxes that are named; they are judged anew',
  'indiaInspection.revertStylesToQualityInspection': 'undoes a verdict of styles that are named; they are judged anew',
}

const calls = Object.entries(contract as unknown as Record<string, Area>).flatMap(([area, of]) =>
  Object.entries(of).map(([key, call]) => ({ key, name: `${area}.${key}`, call: call as Call })),
)

function without(value: Json): Json {
  if (Array.isArray(value)) return value.map(without)
  if (value === null || typeof value !== 'object') return value
  const left = Object.entries(value).filter(([name]) => !seen.has(name))
  return Object.fromEntries(left.map(([name, one]) => [name, without(one)]))
}

/** A call for each thing that it does. */
function* deeds({ name, call }: (typeof calls)[number]): Generator<[string, Input]> {
  const input = inputOf(name, call)
  const { action } = call.takes.shape as Record<string, { unwrap?: () => { options?: readonly string[] } }>
  const actions = action?.unwrap?.().options
  if (!actions) yield [name, input]
  for (const one of actions ?? []) yield [`${name} ${one}`, { ...input, action: one }]
}

describe('what a person saw', () => {
  const committing = calls
    .filter(({ key, call }) => call.changes && !call.takesFile && commits.test(key))
    .flatMap((one) => [...deeds(one)].map(([deed, input]) => ({ deed, input, takes: one.call.takes })))

  // Would catch: a new command that approves, ships or closes whatever stands, though its dialog promised something else.
  it('is said by every command that commits it, API keys too', () => {
    expect(committing.length).toBeGreaterThan(50)
    const wrong = committing.filter(({ input, takes }) => !takes.safeParse(input).success)
    expect(wrong.map(({ deed }) => deed)).toEqual([])
    const blind = committing.filter(({ input, takes }) => takes.safeParse(without(input)).success)
    expect(blind.map(({ deed }) => deed).filter((deed) => !(deed in exceptions))).toEqual([])
  })

  // Would catch: an exception that outlived its call, or one that is none any more.
  it('is left out only where the list says why', () => {
    const blind = new Set(
      committing.filter(({ input, takes }) => takes.safeParse(without(input)).success).map(({ deed }) => deed),
    )
    expect(Object.keys(exceptions).filter((deed) => !blind.has(deed))).toEqual([])
  })
})
