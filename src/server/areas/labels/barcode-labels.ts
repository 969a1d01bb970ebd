import { v7 } from 'uuid'
import type { labelsCalls } from '../../../shared/areas/labels/calls.ts'
import {
  type BarcodeLabel,
  type IndiaSkuLabel,
  labelFaults,
  mostLabelsAPrint,
  type SkuLabel,
} from '../../../shared/areas/labels/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import { labelForm, type Taken } from '../../../shared/kernel/call.ts'
import { recordDownload, recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Caller, type Db, type FileReply, type Reply, reply, type Tx } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { trimOwn } from '../../http/keep-limits.ts'
import { ownRows } from '../../http/own-rows.ts'
import { faceOfColour } from '../pictures/faces.ts'

type Input = Taken<Contract['labels']['barcodeLabels']>

const DAY_MS = 24 * 60 * 60 * 1_000

/** A label as it is kept: once, however often it is printed. */
type CopiedLabel = BarcodeLabel & { copies: number }

/** Keeps the labels for a day and names the address of their PDF. */
export async function barcodeLabels(input: Input, context: CallContext): Promise<Reply<{ label_url: string }>> {
  await context.room?.insist('extra')
  return context.command(async (tx) => {
    const labels = input.kind === 'sku' ? await skuCodes(tx, input, context) : await boxCodes(tx, input, context)
    const count = printable(labels)
    const id = v7()
    await tx
      .deleteFrom('label_file')
      .where('created_at', '<', new Date(Date.now() - DAY_MS))
      .execute()
    await tx
      .insertInto('label_file')
      .values({ id, user_id: context.caller.userId, kind: input.kind, labels: JSON.stringify(labels) })
      .execute()
    await trimOwn(tx, 'label_file', context.caller.userId)
    await recordEvent(tx, context, {
      entity: 'labels',
      entityId: id,
      event: 'labels.barcode',
      details: { count },
    })
    return reply({ label_url: `/selvedge/labels/${id}` }, 'Labels are ready.')
  })
}

async function skuCodes(tx: Tx, input: Input, context: CallContext): Promise<CopiedLabel[]> {
  const skus = await findLabelledSkus(
    tx,
    context.caller,
    input.items.map((item) => item.code),
  )
  return input.items.map(({ code, copies }) => {
    const sku = skus.get(code)
    if (sku === undefined) throw notFound('SKU {{nm_sku}} was not found.', { nm_sku: code })
    return { code, title: sku.styleName, subtitle: `${sku.color} ${sku.colorZh} · ${sku.size}`, copies }
  })
}

/** Boxes by their SSCC; one of another vendor is as unknown as one that does not exist. */
async function boxCodes(tx: Tx, input: Input, context: CallContext): Promise<CopiedLabel[]> {
  const codes = input.items.map((item) => item.code)
  const found = await rowsOf({
    ...{ sscc: col.text, box_no: col.text, shipment_id: col.text, from: col.text, from_zh: col.text },
    ...{ to: col.text, to_zh: col.text },
  })`
    SELECT b.sscc, b.box_no, h.shipment_id, coalesce(v.address, '') AS from, coalesce(v.address_zh, '') AS from_zh,
      d.address AS to, coalesce(d.address_zh, '') AS to_zh
    FROM box b JOIN shipment h ON h.id = b.shipment_id JOIN vendor v ON v.id = h.vendor_id JOIN site d ON d.id = h.destination_id
    WHERE b.sscc = ANY(${codes}::text[]) AND b.removed_at IS NULL AND ${ownRows(context.caller, 'h.vendor_id')}`.execute(
    tx,
  )
  const boxes = new Map(found.rows.map((box) => [box.sscc, box]))
  return input.items.map(({ code, copies }) => {
    const box = boxes.get(code)
    if (box === undefined) throw notFound('Box {{code}} was not found.', { code })
    const from = { address: box.from, addressZh: box.from_zh }
    const way = { from, to: { address: box.to, addressZh: box.to_zh } }
    return { code, title: box.shipment_id, subtitle: box.box_no, way, copies }
  })
}

type FileInput = Taken<Contract['labels']['getLabelFile']>

/** The labels behind a label_url, for the person who asked for them, for a day. */
export async function getLabelFile(input: FileInput, context: CallContext): Promise<FileReply> {
  const saved = await context.db
    .selectFrom('label_file')
    .where('id', '=', input.label_id)
    .where('user_id', '=', context.caller.userId)
    .where('created_at', '>=', new Date(Date.now() - DAY_MS))
    .select(['labels', 'kind'])
    .executeTakeFirst()
  if (saved === undefined) throw notFound('These labels are no longer kept. Please make them again.')
  // Loaded when needed: the libraries for labels would hold up every start.
  const { barcodeLabelsFile, indiaSkuLabelsFile } = await import('../../documents/labels.ts')
  if (saved.kind === 'india_sku') {
    const form = labelForm(input)
    const name = `india_sku_labels.${form === 'pdf' ? 'pdf' : 'zpl'}`
    await recordDownload(context, name, { label_id: input.label_id })
    return {
      body: indiaSkuLabelsFile(saved.labels as IndiaSkuLabel[], { resourcesDir: context.resources, form }),
      name,
    }
  }
  const labels = (saved.labels as CopiedLabel[]).flatMap(({ copies, ...label }) =>
    new Array<BarcodeLabel>(copies).fill(label),
  )
  const form = labelForm(input)
  // Those of a gate pass have the specification's own name.
  const name = `${saved.kind === 'gate_pass_box' || saved.kind === 'facility_box' ? 'box_labels' : 'barcode_labels'}.${form === 'pdf' ? 'pdf' : 'zpl'}`
  await recordDownload(context, name, { label_id: input.label_id })
  return { body: barcodeLabelsFile(labels, { resourcesDir: context.resources, form }), name }
}

/** What a SKU's label says, by SKU; SKUs of other vendors and unknown ones are missing. */
export async function findLabelledSkus(
  db: Db,
  caller: Caller,
  nmSkus: readonly string[],
): Promise<Map<string, Omit<SkuLabel, 'copies'>>> {
  if (nmSkus.length === 0) return new Map()
  const found = await db
    .selectFrom('sku as k')
    .innerJoin('style as s', 's.id', 'k.style_id')
    .where('k.nm_sku', 'in', nmSkus)
    .where(ownRows(caller, 's.vendor_id'))
    .select(['k.nm_sku as nmSku', 's.code as styleCode', 's.name as styleName', 's.name_zh as styleNameZh'])
    .select(['k.color', 'k.color_zh as colorZh', 'k.size'])
    .select(faceOfColour('k.style_id', 'k.color').as('picture'))
    .execute()
  return new Map(found.map((sku) => [sku.nmSku, sku]))
}

/** How many labels the copies make together. Throws invalid_input for more than anyone prints. */
export function printable(labels: readonly { copies: number }[]): number {
  const total = labels.reduce((sum, label) => sum + label.copies, 0)
  if (total <= mostLabelsAPrint) return total
  throw invalidInput(labelFaults.tooMany, {
    values: { count: total, most: mostLabelsAPrint },
  })
}

/** Writes down that labels were printed once more. What they are of is known to the workstation's job alone, by its title. */
export async function recordReprint(
  { title, ...details }: Taken<typeof labelsCalls.recordReprint>,
  context: CallContext,
): Promise<Reply<Record<string, never>>> {
  await context.command((tx) =>
    recordEvent(tx, context, { entity: 'labels', entityId: title, event: 'labels.reprinted', details }),
  )
  return reply({}, 'The reprint was noted.')
}

/** A label that shows whether a printer keeps to true size. It says nothing of the business, so it leaves no event. */
export async function testPage(input: Taken<typeof labelsCalls.testPage>, context: CallContext): Promise<FileReply> {
  // Loaded when needed: the libraries for labels would hold up every start.
  const { testPageFile } = await import('../../documents/labels.ts')
  const page = { widthMm: input.width_mm, heightMm: input.height_mm, printer: input.printer }
  return { body: testPageFile(page, { resourcesDir: context.resources, form: input.print_as }) }
}
