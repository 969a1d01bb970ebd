import { execFileSync } from 'node:child_process'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { failedOf } from '../../src/shared/areas/qc-boxes/quantities.ts'
import { financialYear, reconcileProblem, rejectedNow } from '../../src/shared/areas/rejected-skus/rules.ts'
import { contract } from '../../src/shared/areas.ts'
import { boxesInIndia, type InIndia, lineInIndia, stockInIndia } from '../support/india-boxes.ts'
import { ledgerDifferences } from '../support/ledgers.ts'
import { savedImage } from '../support/qc-inspection.ts'
import { done } from '../support/qc-world.ts'
import { type TestServer, testServer } from '../support/server.ts'

const {
  debitNotes,
  getRejectedSkus,
  indiaReturnNoteFile,
  reconcileRejectedSkus,
  indiaReturnNotes,
  indiaReturnNoteLines,
} = contract.rejectedSkus

const textOfPdf = (bytes: Buffer) =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' })

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})

/** A box with 12 and 8 pieces, of which 5 and 3 are rejected. */
async function rejectedBox(): Promise<{ at: InIndia; sscc: string; first: string; second: string }> {
  const at = await boxesInIndia(server, [[12, 8]])
  const [box] = at.boxes
  if (box === undefined) throw new Error('a box was made')
  const [first = '', second = ''] = box.items.map(({ nm_sku }) => nm_sku)
  await at.judge(box.sscc, { [first]: 5, [second]: 3 })
  return { at, sscc: box.sscc, first, second }
}

const line = (
  box_id: string,
  nm_sku: string,
  ...dispositions: { kind: never; quantity: number; reason?: string }[]
) => ({
  ...{ box_id, nm_sku, dispositions },
})
const as = (kind: string, quantity: number, reason?: string) => ({
  kind: kind as never,
  quantity,
  ...(reason && { reason }),
})

describe('deciding on rejected pieces', () => {
  it('takes all pieces of a SKU or none, unless a part is meant; never more than were rejected', async () => {
    // Would catch: pieces that are given away twice, and some that are forgotten.
    const { at, sscc, first } = await rejectedBox()
    const over = await at.client.call(reconcileRejectedSkus, { lines: [line(sscc, first, as('scrap', 6))] })
    expect([over.status, over.body.message]).toEqual([
      409,
      `Of ${first} in box 1 only 5 pcs are rejected, and 6 are given away.`,
    ])
    const under = await at.client.call(reconcileRejectedSkus, { lines: [line(sscc, first, as('scrap', 4))] })
    expect([under.status, under.body.message]).toEqual([
      409,
      `Of ${first} in box 1 1 pcs would be left without a decision.`,
    ])
    const part = await done(at.client, reconcileRejectedSkus, {
      in_part: true,
      lines: [line(sscc, first, as('scrap', 4))],
    })
    expect(part.rows).toMatchObject([{ rejected: 5, balance: 1, decided: { scrap: 4 } }])
    const rest = await done(at.client, reconcileRejectedSkus, { lines: [line(sscc, first, as('b_grade', 1))] })
    expect(rest.rows).toMatchObject([{ rejected: 5, balance: 0, decided: { scrap: 4, b_grade: 1 } }])
    const none = await at.client.call(reconcileRejectedSkus, { lines: [line(sscc, first, as('scrap', 1))] })
    expect(none.status).toBe(409)
    expect(await stockInIndia(server)).toMatchObject({
      [`quarantine ${first} damaged`]: 4,
      [`floor ${first} b_grade`]: 1,
    })
  })

  it('opens the next step of each: a note to the vendor, stock, a claim, pieces that come back', async () => {
    // Would catch: a decision that moves nothing, or moves what another one has.
    const { at, sscc, first, second } = await rejectedBox()
    const ops = await server.as('ops')
    const said = await done(ops, reconcileRejectedSkus, {
      remark: 'oil on the front',
      lines: [
        line(sscc, first, as('return', 2), as('rework', 1), as('credit', 1), as('concession', 1, 'Hardly to be seen')),
        line(sscc, second, as('replace', 2), as('scrap', 1)),
      ],
    })
    expect(said.return_notes).toHaveLength(1)
    expect(said.debit_notes).toMatchObject([{ pieces: 1, value: { currency: 'CNY' } }])
    expect(said.debit_notes[0]?.debit_note).toMatch(/^DN-\d{4}-000\d{3}$/)
    expect(await lineInIndia(server, sscc, first)).toMatchObject({ failed: 0, returned: 2, disposed: 2, passed: 8 })
    expect(await lineInIndia(server, sscc, second)).toMatchObject({ failed: 0, disposed: 3, passed: 5 })
    const counts = await done(ops, getRejectedSkus, { part: 'counts' })
    expect(counts.counts).toMatchObject({ waiting: 2 })
    const [row] = (await done(ops, getRejectedSkus, { tab: 'waiting', search: first })).rows
    expect(row).toMatchObject({ rejected: 5, balance: 0, waiting: 2, reasons: ['Stain'], china: null })
    // Would catch: one box with so many rejected pieces in the list of boxes and others in that of rejected SKUs.
    const all = (await done(ops, getRejectedSkus, { tab: 'all', search: sscc })).rows
    const inBox = await Promise.all([first, second].map((nm_sku) => lineInIndia(server, sscc, nm_sku)))
    expect(all.reduce((sum, one) => sum + rejectedNow(one), 0)).toBe(inBox.reduce((sum, one) => sum + failedOf(one), 0))
    // The note is India's and its vendor's.
    const own = at.shipment.client
    const notes = await done(own, indiaReturnNotes, {})
    expect(notes.rows).toMatchObject([{ return_note: said.return_notes[0], pieces: 2, reason: 'Stain' }])
    expect((await done(own, contract.returns.returnNotes, {})).rows).toEqual([])
    expect((await done(own, indiaReturnNoteLines, { return_note: said.return_notes[0] ?? '' })).lines).toMatchObject([
      { nm_sku: first, quantity: 2 },
    ])
    const stranger = await (await server.as('vendor')).call(indiaReturnNoteLines, {
      return_note: said.return_notes[0] ?? '',
    })
    expect(stranger.status).toBe(404)
    expect(await ledgerDifferences(server.db, 'boxes at QC')).toEqual([])
  })

  it('brings reworked pieces to inspection again, closes what was waited for, once', async () => {
    // Would catch: mended goods that nobody looks at again; a step that is taken twice.
    const { at, sscc, first } = await rejectedBox()
    const said = await done(at.client, reconcileRejectedSkus, {
      lines: [line(sscc, first, as('rework', 3), as('replace', 2))],
    })
    const [rework, replace] = said.rows[0]?.dispositions ?? []
    const ids = [rework?.disposition_id ?? '']
    const wrong = await at.client.call(reconcileRejectedSkus, { action: 'replaced', disposition_ids: ids })
    expect(wrong.body.message).toBe('This decision does not wait for that.')
    await done(at.client, reconcileRejectedSkus, { action: 'back_from_rework', disposition_ids: ids, remark: 'washed' })
    expect(await lineInIndia(server, sscc, first)).toMatchObject({ to_inspect: 3, disposed: 2, failed: 0 })
    const twice = await at.client.call(reconcileRejectedSkus, { action: 'back_from_rework', disposition_ids: ids })
    expect(twice.status).toBe(409)
    await at.judge(sscc)
    expect(await lineInIndia(server, sscc, first)).toMatchObject({ to_inspect: 0, passed: 10 })
    const closed = { action: 'replaced' as const, disposition_ids: [replace?.disposition_id ?? ''] }
    expect((await done(at.client, reconcileRejectedSkus, closed)).rows).toMatchObject([{ waiting: 0, balance: 0 }])
    const late = { action: 'undo' as const, disposition_ids: ids, remark: 'a slip' }
    expect((await at.client.call(reconcileRejectedSkus, late)).status).toBe(409)
    expect(await ledgerDifferences(server.db, 'boxes at QC')).toEqual([])
  })

  it('brings a part of what is reworked back, and the rest later or not at all', async () => {
    // Would catch: three mended pieces that bring five to inspection, or close a decision whose other pieces still lie at the mender's.
    const { at, sscc, first } = await rejectedBox()
    const said = await done(at.client, reconcileRejectedSkus, {
      lines: [line(sscc, first, as('rework', 4), as('replace', 1))],
    })
    const [rework, replace] = said.rows[0]?.dispositions ?? []
    const back = (quantity: number, of = rework) => ({
      ...{ action: 'back_from_rework' as const, disposition_ids: [of?.disposition_id ?? ''], quantity },
    })
    const refused = async (asked: object) => (await at.client.call(reconcileRejectedSkus, asked)).body.message
    expect(await refused(back(5))).toBe('Only 4 pcs of it are being reworked.')
    expect(await refused({ ...back(1, replace), action: 'replaced' })).toBe(
      'Only the rework of one decision can come back in part.',
    )
    const { rows } = await done(at.client, reconcileRejectedSkus, back(3))
    expect(await lineInIndia(server, sscc, first)).toMatchObject({ to_inspect: 3, disposed: 2, failed: 0 })
    expect(rows[0]).toMatchObject({ waiting: 2, balance: 0 })
    const reworked = rows[0]?.dispositions.filter(({ kind }) => kind === 'rework') ?? []
    expect(reworked.map(({ quantity, state }) => [quantity, state]).sort()).toEqual([
      [1, 'OPEN'],
      [3, 'DONE'],
    ])
    // The piece that could not be mended is decided of anew.
    const rest = reworked.find(({ state }) => state === 'OPEN')
    const undo = { action: 'undo' as const, disposition_ids: [rest?.disposition_id ?? ''], remark: 'beyond mending' }
    expect((await done(at.client, reconcileRejectedSkus, undo)).rows).toMatchObject([{ balance: 1, waiting: 1 }])
    expect(await ledgerDifferences(server.db, 'boxes at QC')).toEqual([])
  })

  it('takes decisions back while nothing came of them', async () => {
    // Would catch: pieces that stay in stock, or on a cancelled note, after they are rejected ones again.
    const { at, sscc, first } = await rejectedBox()
    const before = await stockInIndia(server)
    const dispositions = [
      as('return', 1),
      as('rework', 1),
      as('concession', 1, 'Fine'),
      as('b_grade', 1),
      as('scrap', 1),
    ]
    const said = await done(at.client, reconcileRejectedSkus, {
      remark: 'oil',
      lines: [line(sscc, first, ...dispositions)],
    })
    const disposition_ids = (said.rows[0]?.dispositions ?? []).map((one) => one.disposition_id)
    expect((await at.client.call(reconcileRejectedSkus, { action: 'undo', disposition_ids })).status).toBe(400)
    const back = await done(at.client, reconcileRejectedSkus, { action: 'undo', disposition_ids, remark: 'wrong SKU' })
    expect(back.rows).toMatchObject([{ rejected: 5, balance: 5, decided: {} }])
    expect(await lineInIndia(server, sscc, first)).toMatchObject({ failed: 5, passed: 7, returned: 0, disposed: 0 })
    expect(await stockInIndia(server)).toEqual(before)
    const note = (await done(at.client, indiaReturnNotes, { return_notes: said.return_notes })).rows[0]
    expect(note?.state).toBe('CANCELLED')
    expect((await at.client.call(reconcileRejectedSkus, { action: 'undo', disposition_ids, remark: 'x' })).status).toBe(
      409,
    )
  })

  it('shows a vendor what is claimed from it, and tells it when a claim is taken back', async () => {
    // Would catch: a vendor that hears of a debit note and finds it nowhere; one that still counts what was taken back; another's.
    const { at, sscc, first } = await rejectedBox()
    const said = await done(at.client, reconcileRejectedSkus, {
      lines: [line(sscc, first, as('credit', 3), as('credit', 2))],
    })
    const debit_note = said.debit_notes[0]?.debit_note ?? ''
    const own = at.shipment.client
    const asked = { debit_notes: [debit_note] }
    const [note] = (await done(own, debitNotes, asked)).rows
    expect(note).toMatchObject({ state: 'OPEN', pieces: 5, value: { currency: 'CNY' }, lines: [{ nm_sku: first }, {}] })
    expect(note?.value?.minor).toBe(note?.lines.reduce((sum, { value }) => sum + (value?.minor ?? 0), 0))
    expect((await done(await server.as('vendor'), debitNotes, asked)).rows).toEqual([])
    const [two] = said.rows[0]?.dispositions.filter(({ quantity }) => quantity === 3) ?? []
    const ids = { disposition_ids: [two?.disposition_id ?? ''], remark: 'agreed otherwise' }
    await done(at.client, reconcileRejectedSkus, { action: 'undo', ...ids })
    expect((await done(own, debitNotes, asked)).rows).toMatchObject([{ state: 'OPEN', pieces: 2 }])
    const heard = async () =>
      (await done(own, contract.notices.getNotices, { page_size: 100 })).rows.map(({ message, path }) => [
        message,
        path,
      ])
    await expect
      .poll(heard, { timeout: 10_000 })
      .toContainEqual([
        `3 pcs are no longer claimed from you with debit note ${debit_note}.`,
        `/supplier/qc-results?tab=debit_notes&debit=${debit_note}`,
      ])
  })

  it('has a paper for each claim, for the vendor itself with its amounts', { timeout: 90_000 }, async () => {
    // Would catch: a claim without a paper, one that another vendor may read, amounts on that of India QC, who sees no prices.
    const { at, sscc, first } = await rejectedBox()
    const said = await done(at.client, reconcileRejectedSkus, { lines: [line(sscc, first, as('credit', 5))] })
    const debit_note = said.debit_notes[0]?.debit_note ?? ''
    const own = at.shipment.client
    const paper = await own.call(indiaReturnNoteFile, { debit_note })
    const text = textOfPdf(paper.bytes)
    for (const part of ['DEBIT NOTE', debit_note, first, 'Amount', 'Say Chinese Yuan', '人民币'])
      expect(text).toContain(part)
    const blind = textOfPdf((await at.client.call(indiaReturnNoteFile, { debit_note })).bytes)
    expect(blind).toContain(debit_note)
    expect(blind).not.toMatch(/Amount|CNY|人民币/)
    expect((await (await server.as('vendor')).call(indiaReturnNoteFile, { debit_note })).status).toBe(404)
    expect((await own.call(indiaReturnNoteFile, {})).status).toBe(400)
  })

  it('adds photographs to the evidence of the rejection, the caller’s own only', async () => {
    // Would catch: another person's picture on a note; a note without what was photographed for it.
    const { at, sscc, first, second } = await rejectedBox()
    const foreign = await savedImage(server, (await server.makeUser({ role: 'ops' })).id)
    const other = (await boxesInIndia(server, [[1]])).shipment.client
    const asked = { remark: 'oil', lines: [line(sscc, first, as('return', 5))] }
    expect((await at.client.call(reconcileRejectedSkus, { ...asked, image_ids: [foreign] })).status).toBe(400)
    const image = await savedImage(server, at.user.id)
    const own = at.shipment.client
    const seen = async (who: typeof own) => (await who.call(contract.photos.qcImage, { image_id: image })).status
    expect(await seen(own)).toBe(404)
    const said = await done(at.client, reconcileRejectedSkus, { ...asked, image_ids: [image] })
    expect(said.rows[0]?.image_ids).toEqual([image])
    const { lines } = await done(own, indiaReturnNoteLines, { return_note: said.return_notes[0] ?? '' })
    expect(lines).toMatchObject([{ nm_sku: first, image_ids: [image] }])
    expect([await seen(own), await seen(other)]).toEqual([200, 404])
    expect((await done(at.client, getRejectedSkus, { search: second })).rows[0]?.image_ids).toEqual([])
  })

  it('shows no price to India QC, and the same claim to who sees prices', async () => {
    // Would catch: the debit value in a reply to a role that may not see prices.
    const { at, sscc, first } = await rejectedBox()
    const said = await done(at.client, reconcileRejectedSkus, { lines: [line(sscc, first, as('credit', 5))] })
    expect(said.debit_notes[0]?.value).toBeNull()
    expect(said.rows[0]?.dispositions[0]?.value).toBeNull()
    const [row] = (await done(await server.as('ops'), getRejectedSkus, { tab: 'all', search: first })).rows
    const { rows } = await sql<{ minor: number }>`SELECT (5 * unit_price_minor)::int AS minor FROM vendor_order o
      WHERE o.order_id = ${at.shipment.order.order_id}`.execute(server.db)
    expect(row?.dispositions[0]?.value?.minor).toBe(rows[0]?.minor)
  })
})

describe('the rules', () => {
  it('come out even or say why not', () => {
    expect(reconcileProblem(0, [{ quantity: 1 }], true)).toBe('none')
    expect(reconcileProblem(5, [{ quantity: 3 }, { quantity: 2 }], false)).toBeNull()
    expect(reconcileProblem(5, [{ quantity: 3 }], true)).toBeNull()
    expect(reconcileProblem(5, [{ quantity: 3 }, { quantity: 3 }], true)).toBe('over')
  })

  it('count financial years from April', () => {
    // Would catch: a document of March in the series of the next year.
    expect(['2026-03-31', '2026-04-01', '2026-12-31'].map(financialYear)).toEqual(['2526', '2627', '2627'])
  })
})
