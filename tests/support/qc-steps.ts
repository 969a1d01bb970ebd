import fc from 'fast-check'
import type { QcAction } from '../../src/shared/areas/qc-boxes/status.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Gives, Takes } from '../../src/shared/kernel/call.ts'
import type { Client } from './client.ts'
import { onWayToIndia } from './india.ts'
import { type ShippedBoxes, shippedBoxes } from './qc.ts'
import type { TestServer } from './server.ts'
import { shipToIndia } from './ship-to-india.ts'

const {
  receiving: receivingCalls,
  qcBoxes: qcBoxesCalls,
  counting: countingCalls,
  inspection: inspectionCalls,
  invoices: invoicesCalls,
  returns: returnsCalls,
  indiaInspection: indiaCalls,
} = contract

/** What somebody at QC might do next, whether or not it is allowed. */
export interface Step {
  kind: StepKind
  /** Which box, how many pieces, which of several: folded into what there is. */
  box: number
  pieces: number
  pick: number
}

export interface QcWorld extends ShippedBoxes {
  desk: Desk
  style_id: string
  /** Numbers of the papers made so far. */
  invoices: string[]
  notes: string[]
}

const pieces = [
  [4, 3],
  [5, 0],
  [2, 2],
]

/** Boxes on their way; one of the SKUs is in every box, one in some. */
export async function qcWorld(server: TestServer): Promise<QcWorld> {
  return worldOf(chinaDesk, await shippedBoxes(server, pieces))
}

/** The same on their way from China to India. */
export async function indiaWorld(server: TestServer): Promise<QcWorld> {
  return worldOf(indiaDesk, await onWayToIndia(server, pieces))
}

async function worldOf(desk: Desk, shipped: ShippedBoxes): Promise<QcWorld> {
  const { rows } = (await shipped.shipment.client.call(contract.orders.getOrders, {})).body.data
  return { ...shipped, desk, style_id: rows[0]?.style_id ?? '', invoices: [], notes: [] }
}

type Modal = Awaited<ReturnType<typeof look>>

/** What inspectors of a country call. All of them do the same, and take the same. */
const chinaDesk = {
  takeIn: (client: Client, code: string): Promise<Answer> =>
    client.call(receivingCalls.inwardBoxes, { boxes: [{ code }] }),
  putBack: (client: Client, code: string): Promise<Answer> =>
    client.call(receivingCalls.inwardBoxes, { action: 'undo', boxes: [{ code }] }),
  modal: (client: Client, box_id: string): Promise<LookedAt> => client.call(qcBoxesCalls.getQcModal, { box_id }),
  verifyQuantity: (client: Client, input: Takes<typeof countingCalls.verifyQuantity>): Promise<Answer> =>
    client.call(countingCalls.verifyQuantity, input),
  verifyInspection: (client: Client, input: Takes<typeof inspectionCalls.verifyQcInspection>): Promise<Answer> =>
    client.call(inspectionCalls.verifyQcInspection, input),
  skip: (client: Client, input: Takes<typeof qcBoxesCalls.skipQcInspection>): Promise<Answer> =>
    client.call(qcBoxesCalls.skipQcInspection, input),
  revert: (client: Client, input: Takes<typeof qcBoxesCalls.revertBoxToQc>): Promise<Answer> =>
    client.call(qcBoxesCalls.revertBoxToQc, input),
  revertStyles: (client: Client, input: Takes<typeof qcBoxesCalls.revertStylesToQualityInspection>): Promise<Answer> =>
    client.call(qcBoxesCalls.revertStylesToQualityInspection, input),
}

type Desk = typeof chinaDesk

const indiaDesk: Desk = {
  takeIn: (client, code) => client.call(contract.indiaReceiving.receiveBoxes, { boxes: [{ code }] }),
  putBack: (client, code) => client.call(contract.indiaReceiving.receiveBoxes, { action: 'undo', boxes: [{ code }] }),
  modal: (client, box_id) => client.call(indiaCalls.getQcInspection, { box_id }),
  verifyQuantity: (client, input) => client.call(indiaCalls.verifyQuantity, input),
  verifyInspection: (client, input) => client.call(indiaCalls.verifyQcInspection, input),
  skip: (client, input) => client.call(indiaCalls.skipQcInspection, input),
  revert: (client, input) => client.call(indiaCalls.revertBoxToQc, input),
  revertStyles: (client, input) => client.call(indiaCalls.revertStylesToQualityInspection, input),
}

interface Answer {
  status: number
  body: unknown
}

type Shown = Gives<typeof qcBoxesCalls.getQcModal>

interface LookedAt {
  status: number
  /** What the steps look at, in either country. */
  body: {
    data: Pick<Shown, 'lines' | 'cases'> & {
      box: Omit<Shown['box'], 'status'>
    }
  }
}
interface At {
  client: Client
  world: QcWorld
  step: Step
  /** The box as it is now; null while it is on its way. */
  modal: Modal
  box_id: string
}

async function look({ desk }: QcWorld, client: Client, box_id: string) {
  const { status, body } = await desk.modal(client, box_id)
  return status === 200 ? body.data : null
}

const why = { reason: 'Tried again', remark: 'by chance' }
const versionOf = ({ modal }: At) => modal?.box.version ?? 1
/** One of the papers made so far, those that are void or cancelled too. */
const oneOf = (documents: readonly string[], { pick, pieces }: Step) =>
  documents[(pick + pieces) % Math.max(1, documents.length)]
const invoiceOf = ({ world, step, modal }: At) =>
  (step.pick > 1 ? modal?.box.invoice_number : null) ?? oneOf(world.invoices, step) ?? 'CI-NONE'

type Deed = (at: At) => Promise<{ status: number; body: unknown }>

/** Some of a number of pieces; mostly all of them, so that boxes get on. */
const some = (pieces: number, all: number) => (pieces > 5 ? all : Math.min(all, pieces))

const deeds = {
  inward: ({ client, world, box_id }) => world.desk.takeIn(client, box_id),
  undoInward: ({ client, world, box_id }) => world.desk.putBack(client, box_id),
  count: (at) => {
    const { client, world, step, modal, box_id } = at
    const lines = (modal?.lines ?? []).map(({ nm_sku, quantities }, nth) => ({
      nm_sku,
      counted: Math.max(
        0,
        quantities.uncounted + (nth === step.pick % 2 ? ([0, -1, 1, -2, 2, -1, 0, -3, 1][step.pieces] ?? 0) : 0),
      ),
    }))
    const others = world.shipment.order.lines.filter((line) => !lines.some(({ nm_sku }) => nm_sku === line.nm_sku))
    if (step.pick === 3) lines.push(...others.map(({ nm_sku }) => ({ nm_sku, counted: 1 })))
    return world.desk.verifyQuantity(client, {
      box_id,
      version: versionOf(at),
      lines,
      is_blind: step.pick === 0,
    })
  },
  recount: (at) =>
    at.world.desk.verifyQuantity(at.client, { box_id: at.box_id, version: versionOf(at), action: 'recount' }),
  settle: (at) => {
    const { client, world, step, modal, box_id } = at
    const open = (modal?.cases ?? []).filter((each) => each.is_open)
    const one = open[step.pick % Math.max(1, open.length)]
    const outcomes = {
      missing: ['found', 'claim', 'write_off'],
      excess: ['accepted', 'send_back', 'miscounted'],
    } as const
    const outcome = outcomes[one?.kind ?? 'missing'][step.pieces % 3] ?? 'found'
    const left = (one?.quantity ?? 0) - (one?.settled ?? 0)
    // Now and then of more than are open.
    const quantity = step.pick === 3 ? left + 1 : Math.min(step.pieces + 1, left)
    return world.desk.verifyQuantity(client, {
      box_id,
      version: versionOf(at),
      action: 'settle',
      outcomes: one ? [{ case_id: one.case_id, outcome, quantity }] : [],
    })
  },
  inspect: (at) => judge(at, 'to_inspect'),
  release: (at) => judge(at, 'on_hold'),
  inspectAgain: (at) => judge(at, 'failed'),
  skip: (at) => {
    const { client, world, step, modal, box_id } = at
    const nm_skus = step.pick < 2 ? { nm_skus: modal?.lines.slice(0, 1).map((line) => line.nm_sku) ?? [] } : {}
    return world.desk.skip(client, { box_id, version: versionOf(at), ...why, ...nm_skus })
  },
  shelve: ({ client, step, box_id }) =>
    client.call(qcBoxesCalls.inwardBoxToShelf, { box_ids: [box_id], shelf: `A-${step.pick}` }),
  unshelve: ({ client, box_id }) => client.call(qcBoxesCalls.inwardBoxToShelf, { box_ids: [box_id], action: 'take' }),
  revert: ({ client, world, step, box_id }) =>
    world.desk.revert(client, {
      box_ids: step.pick === 0 ? world.boxes.map((box) => box.box_id) : [box_id],
      ...why,
    }),
  revertStyle: ({ client, world, box_id }) =>
    world.desk.revertStyles(client, {
      styles: [{ box_id, style_id: world.style_id }],
      ...why,
    }),
  ready: ({ client, world, step, box_id }) =>
    client.call(invoicesCalls.createReadyForInvoice, {
      box_ids: step.pick === 0 ? world.boxes.map((box) => box.box_id) : [box_id],
    }),
  unready: ({ client, box_id }) =>
    client.call(invoicesCalls.createReadyForInvoice, { box_ids: [box_id], action: 'undo' }),
  invoice: ({ client, world, step, box_id }) =>
    client.call(invoicesCalls.createInvoice, {
      box_ids: step.pick === 0 ? world.boxes.map((box) => box.box_id) : [box_id],
    }),
  void: (at) =>
    at.client.call(invoicesCalls.createInvoice, { action: 'void', invoice_number: invoiceOf(at), reason: why.reason }),
  exportOrder: (at) =>
    at.client.call(invoicesCalls.createExportOrder, {
      invoice_number: invoiceOf(at),
      port_of_loading: 'Guangzhou',
      port_of_discharge: 'Delhi',
      gross_weight_grams: 90_000,
    }),
  cancelExport: (at) =>
    at.client.call(invoicesCalls.createExportOrder, {
      invoice_number: invoiceOf(at),
      action: 'cancel',
      reason: why.reason,
    }),
  ship: (at) => shipToIndia(at.client, { invoice_numbers: [invoiceOf(at)] }),
  unship: (at) =>
    shipToIndia(at.client, {
      action: 'undo',
      invoice_numbers: [invoiceOf(at)],
      reason: why.reason,
    }),
  giveBack: ({ client, step, modal, box_id }) => {
    const nm_sku = modal?.lines.find((line) => line.quantities.failed > 0)?.nm_sku
    const part =
      step.pick < 2 && nm_sku ? { lines: [{ box_id, nm_sku, quantity: step.pieces - 1 }] } : { box_ids: [box_id] }
    return client.call(returnsCalls.confirmReturnToVendor, { reason: 'Stain', remark: 'ink', ...part })
  },
  cancelReturn: ({ client, world, step }) => {
    const return_note = oneOf(world.notes, step) ?? 'RN-NONE'
    return client.call(returnsCalls.confirmReturnToVendor, { action: 'cancel', return_note, remark: why.remark })
  },
} satisfies Record<string, Deed>

/** `goOn` is what usually comes next, so that boxes get to India. */
type StepKind = keyof typeof deeds | 'goOn'

/** The deed that each thing that the guards allow is done by. */
const deedOf: Partial<Record<QcAction, keyof typeof deeds>> = {
  count: 'count',
  inspect: 'inspect',
  make_ready: 'ready',
  unready: 'invoice',
}

/** What China's papers have no part in: done in India as well. */
const ofEither: ReadonlySet<StepKind> = new Set<StepKind>([
  ...(['inward', 'undoInward', 'count', 'recount', 'settle'] as const),
  ...(['inspect', 'release', 'inspectAgain', 'skip', 'revert', 'revertStyle'] as const),
])

const isDoneThere = ({ world: { desk }, step: { kind } }: At) => desk === chinaDesk || ofEither.has(kind)

function nextFor({ world, modal, step }: At): keyof typeof deeds {
  if (modal === null) return 'inward'
  if (world.desk !== chinaDesk) return nextInIndia(modal, step)
  const { failed, invoiced, passed, shipped } = modal.box.quantities
  if (modal.box.open_missing > 0 && step.pick < 2) return 'settle'
  if (invoiced > 0) return modal.box.export_order_number ? 'ship' : 'exportOrder'
  if (shipped > 0) return step.pick === 0 ? 'unship' : 'giveBack'
  if (modal.box.return_notes.length > 0 && step.pick === 0) return 'cancelReturn'
  if (failed > 0 && step.pick === 1) return 'giveBack'
  if (passed > 0 && step.pick === 2) return 'shelve'
  const next = modal.box.allowed_actions.find((action) => action in deedOf)
  return (next && deedOf[next]) ?? 'giveBack'
}

function nextInIndia(modal: NonNullable<Modal>, { pick }: Step): keyof typeof deeds {
  if (pick === 3 && modal.box.allowed_actions.includes('recount')) return 'recount'
  if (modal.box.open_missing > 0 && pick < 2) return 'settle'
  const next = modal.box.allowed_actions.find((action) => action === 'count' || action === 'inspect')
  return (next && deedOf[next]) ?? (pick === 0 ? 'revert' : pick === 1 ? 'inspectAgain' : 'revertStyle')
}

function judge(at: At, from: 'to_inspect' | 'on_hold' | 'failed') {
  const { client, world, step, modal, box_id } = at
  const lines = (modal?.lines ?? []).map(({ nm_sku, quantities }) => {
    const all = some(step.pieces, quantities[from])
    const failed = step.pick === 1 ? Math.min(1, all) : step.pick === 2 && step.pieces < 3 ? all : 0
    const on_hold = step.pick === 3 && from === 'to_inspect' ? Math.min(1, all) : 0
    return { nm_sku, from, failed, on_hold, passed: all - failed - on_hold, sampled: all }
  })
  const failing = lines.filter((line) => line.failed > 0)
  const sum = (key: 'passed' | 'failed' | 'on_hold') => lines.reduce((pieces, line) => pieces + line[key], 0)
  const kinds = [sum('passed') > 0, sum('failed') > 0, sum('on_hold') > 0].filter(Boolean).length
  const verdict = kinds > 1 ? 'mixed' : sum('failed') > 0 ? 'failed' : sum('on_hold') > 0 ? 'hold' : 'passed'
  return world.desk.verifyInspection(client, {
    box_id,
    version: versionOf(at),
    lines: lines.length > 0 ? lines : [{ nm_sku: 'NM-NONE', passed: 1 }],
    defects: failing.map(({ nm_sku, failed }) => ({
      nm_sku,
      reason: 'Stain' as const,
      severity: 'major' as const,
      units: failed,
      remark: 'ink',
    })),
    verdict,
    override_reason: 'by chance',
    remark: 'by chance',
  })
}

const stepKinds = Object.keys(deeds) as (keyof typeof deeds)[]
/** Where one thing done twice would show: tried more often. */
const delicate = ['settle', 'giveBack', 'cancelReturn', 'void', 'revert'] as const

/** Many steps lead on: without them hardly a box would come further than its count. */
export const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant('goOn' as const) },
    { weight: 3, arbitrary: fc.constantFrom(...stepKinds, ...delicate) },
  ),
  box: fc.nat(2),
  pieces: fc.nat(8),
  pick: fc.nat(3),
})

/** Nothing would come of it: mostly something else is done then. */
function isIdle({ modal, step }: At): boolean {
  if (step.pick === 0) return false
  return modal === null || (step.kind === 'settle' && !modal.cases.some((each) => each.is_open))
}

/** Does one step as this person, who looks again when somebody was faster. Gives the answer. */
export async function take(client: Client, world: QcWorld, step: Step): ReturnType<Deed> {
  const box_id = world.boxes[step.box]?.box_id ?? ''
  const once = async () => {
    const at = { client, world, step, modal: await look(world, client, box_id), box_id }
    return deeds[step.kind === 'goOn' || !isDoneThere(at) || isIdle(at) ? nextFor(at) : step.kind](at)
  }
  const first = await once()
  const reply = isStale(first) ? await once() : first
  keepDocuments(world, reply)
  return reply
}

const isStale = ({ body }: Awaited<ReturnType<Deed>>) => (body as { code?: string }).code === 'stale'

function keepDocuments(world: QcWorld, { status, body }: Awaited<ReturnType<Deed>>): void {
  if (status !== 200) return
  const { data } = body as { data: { invoice?: { invoice_number: string }; return_note?: { return_note: string } } }
  const { invoice, return_note } = data
  if (invoice && !world.invoices.includes(invoice.invoice_number)) world.invoices.push(invoice.invoice_number)
  if (return_note && !world.notes.includes(return_note.return_note)) world.notes.push(return_note.return_note)
}
