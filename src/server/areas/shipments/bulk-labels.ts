import { sql } from 'kysely'
import { labelLine } from '../../../shared/areas/company/facts.ts'
import type { ShippingLabel } from '../../../shared/areas/labels/rules.ts'
import { bulkLabels, labelFaults, mostLabelRows, mostLabels } from '../../../shared/areas/shipments/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import { labelForm } from '../../../shared/kernel/call.ts'
import { plainText } from '../../../shared/kernel/codes.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { recordDownload, recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, FileReply, Handlers, Upload } from '../../http/call.ts'
import { forbidden, invalidInput, notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import type { SheetRow } from '../../sheets/read-rows.ts'
import { FaultsFound } from '../../sheets/refused-files.ts'
import { lookAtSheet, type OpenSheet, type SheetValues } from '../../sheets/take-sheet.ts'
import { readCompany } from '../company/facts.ts'
import { assertVendorName } from '../data/vendors.ts'
import { atSites, inChina, inIndia } from '../qc-boxes/sites.ts'
import { countsAnywhereBlind } from '../receiving/awaiting-boxes.ts'
import { sizeColumn, sizeRead } from './box-rows.ts'

type Routes = Handlers<Contract['shipments']>
type Values = SheetValues<typeof bulkLabels>

const boxColumns = { sscc: col.text, box_no: col.text, shipment_id: col.text }

type NamedBox = { [K in keyof typeof boxColumns]: string }

/** A row that is sound, with the boxes whose labels it asks for. */
interface LabelRow {
  row: SheetRow<Values>
  boxes: NamedBox[]
}

/** What is wrong with a row: a fault of its own, or that another asks for the same label. */
type Refused = { column: keyof Values } & ({ fault: keyof typeof labelFaults } | { twice: SheetRow<Values> })

/** A row's shipment and SSCC in the one form that they are kept in; '' where a cell is empty. */
function namesOf({ values }: SheetRow<Values>) {
  const sscc = values.sscc ?? ''
  return {
    shipment: plainText(values.shipment_id ?? '').toUpperCase(),
    box: values.box_no ?? '',
    sscc: sscc === '' ? '' : (readTraced(sscc).sscc ?? sscc),
  }
}

/** Names every fault of the sheet by `refuse`, and gives back the rows whose labels can be printed. Two queries, however long the sheet is. */
async function judgeRows(open: OpenSheet<Values>, { db, caller }: CallContext): Promise<LabelRow[]> {
  if (open.read.rows.length > mostLabelRows)
    throw invalidInput('The sheet has more than {{most}} rows.', { values: { most: mostLabelRows } })
  const named = open.rows.map((row) => ({ row, ...namesOf(row) }))
  const { rows: shipments } = await rowsOf({ shipment_id: col.text, is_cancelled: col.flag })`
    SELECT h.shipment_id, h.state = 'CANCELLED' AS is_cancelled FROM shipment h
    WHERE h.shipment_id = ANY(${named.map(({ shipment }) => shipment)}::text[]) AND ${ownRows(caller, 'h.vendor_id')}`.execute(
    db,
  )
  const { rows: boxes } = await rowsOf(boxColumns)`
    SELECT b.sscc, b.box_no, h.shipment_id FROM box b JOIN shipment h ON h.id = b.shipment_id
    WHERE b.removed_at IS NULL AND h.state <> 'CANCELLED' AND ${ownRows(caller, 'h.vendor_id')}
      AND (h.shipment_id = ANY(${shipments.map(({ shipment_id }) => shipment_id)}::text[])
        OR b.sscc = ANY(${named.map(({ sscc }) => sscc).filter((sscc) => sscc.length === 18)}::text[]))
    ORDER BY h.shipment_id, b.position`.execute(db)
  const known = new Map(shipments.map((one) => [one.shipment_id, one]))
  const packed = Map.groupBy(boxes, ({ shipment_id }) => shipment_id)
  const bySscc = new Map(boxes.map((box) => [box.sscc, box]))
  const asked = new Map<string, SheetRow<Values>>()
  return named.flatMap(({ row, shipment, box, sscc }) => {
    const found = wanted()
    if (Array.isArray(found)) return [{ row, boxes: found }]
    if ('twice' in found) open.refuseTwice(row, found.column, found.twice)
    else open.refuse(row, found.column, labelFaults[found.fault])
    return []

    function wanted(): NamedBox[] | Refused {
      if (shipment === '' && sscc === '') return { column: 'shipment_id', fault: 'nothing' }
      if (shipment !== '' && !known.has(shipment)) return { column: 'shipment_id', fault: 'unknownShipment' }
      if (known.get(shipment)?.is_cancelled) return { column: 'shipment_id', fault: 'cancelled' }
      const one = sscc === '' ? undefined : bySscc.get(sscc)
      if (sscc !== '' && !one) return { column: 'sscc', fault: 'unknownBox' }
      if (one && shipment !== '' && one.shipment_id !== shipment) return { column: 'sscc', fault: 'notInShipment' }
      if (one && box !== '' && one.box_no !== box) return { column: 'box_no', fault: 'notInShipment' }
      const all = one ? [one] : (packed.get(shipment) ?? [])
      if (all.length === 0) return { column: 'shipment_id', fault: 'notPacked' }
      const these = box === '' ? all : all.filter(({ box_no }) => box_no === box)
      if (these.length === 0) return { column: 'box_no', fault: 'notInShipment' }
      const column = sscc !== '' ? 'sscc' : box !== '' ? 'box_no' : 'shipment_id'
      const twice = these.map((each) => asked.get(each.sscc)).find((other) => other !== undefined)
      if (twice !== undefined) return { column, twice }
      if (asked.size + these.length > mostLabels) return { column, fault: 'tooMany' }
      for (const each of these) asked.set(each.sscc, row)
      return these
    }
  })
}

/** What a sheet would print. */
export const lookAtBulkLabels: Routes['lookAtBulkLabels'] = lookAtSheet(bulkLabels, {
  async look(open, _: { file: Upload }, context) {
    const good = await judgeRows(open, context)
    const rows = good.map(({ row, boxes }) => ({
      ...{ row: row.row, shipment_id: boxes[0]?.shipment_id ?? '', labels: boxes.length, fault: null },
    }))
    const faulty = open.faults.named.map((fault) => ({
      row: fault.row,
      shipment_id: '',
      labels: 0,
      fault,
    }))
    const boxes = good.flatMap((one) => one.boxes)
    return {
      rows: [...rows, ...faulty].sort((a, b) => a.row - b.row),
      shipments: new Set(boxes.map(({ shipment_id }) => shipment_id)).size,
      ssccs: boxes.map(({ sscc }) => sscc),
      faults: open.faults.count,
    }
  },
})

const takeLabels = lookAtSheet(bulkLabels, {
  async look(open, { mode }: { file: Upload; mode: 'all' | 'good_rows' }, context) {
    const good = await judgeRows(open, context)
    if (open.faults.count > 0 && (mode === 'all' || good.length === 0))
      throw new FaultsFound(open.faults, good.length, open.read.headers)
    return good.flatMap(({ boxes }) => boxes)
  },
})

/** One file of all labels that a sheet asks for, in the order of its rows. Throws file_refused with every fault. */
export const getBulkShippingLabels: Routes['getBulkShippingLabels'] = async (input, context) => {
  const { data: boxes } = await takeLabels(input, context)
  const ssccs = boxes.map(({ sscc }) => sscc)
  return labelsFile(context, { ...input, preview: false }, ssccs)
}

export const shippingLabelsOfBoxes: Routes['shippingLabelsOfBoxes'] = (input, context) =>
  labelsFile(context, input, input.ssccs)

/** Nobody at QC prints what lies elsewhere, and who counts blind prints no label that says what was declared. */
export const boxLabelsAtQc: Routes['boxLabelsAtQc'] = async (input, context) => {
  const { db, caller } = context
  const { rows } = await rowsOf({ sscc: col.text, is_hidden: col.flag })`
    SELECT b.sscc, bool_or(q.uncounted > 0) AS is_hidden FROM qc_box q JOIN box b ON b.id = q.box_id
    WHERE b.sscc = ANY(${input.ssccs}::text[]) AND (${atSites(inChina(caller))} OR ${atSites(inIndia(caller))}) GROUP BY 1`.execute(
    db,
  )
  const here = new Map(rows.map(({ sscc, is_hidden }) => [sscc, is_hidden]))
  const missing = input.ssccs.find((sscc) => !here.has(sscc))
  if (missing !== undefined) throw notFound('Box {{code}} was not found.', { code: missing })
  if ([...here.values()].includes(true) && (await countsAnywhereBlind(context)))
    throw forbidden('The label says what was declared: count the box first.')
  return labelsFile(context, input, input.ssccs)
}

async function labelsFile(
  context: CallContext,
  input: Parameters<typeof labelForm>[0],
  ssccs: readonly string[],
): Promise<FileReply> {
  const labels = await labelsOf(context, ssccs)
  if (!input.preview) await recordPrints(context, labels)
  // Loaded when needed: the libraries for labels would hold up every start.
  const { shippingLabelsFile } = await import('../../documents/labels.ts')
  return { body: shippingLabelsFile(labels, { resourcesDir: context.resources, form: labelForm(input) }) }
}

/** Each shipment's history has its own prints, as when they are printed alone. */
async function recordPrints(context: CallContext, labels: readonly ShippingLabel[]): Promise<void> {
  const byShipment = Map.groupBy(labels, ({ shipmentId }) => shipmentId)
  await context.command((tx) =>
    recordEvents(
      tx,
      context,
      [...byShipment].map(([entityId, own]) => ({
        ...{ entity: 'shipment', entityId, event: 'labels.shipping' },
        details: { count: own.length },
      })),
    ),
  )
}

const labelColumns = {
  id: col.text,
  sscc: col.text,
  box_no: col.text,
  at: col.number,
  count: col.number,
  tracking_id: col.textOrNull,
  weight_grams: col.numberOrNull,
  shipment_id: col.text,
  shipped_at: col.instantOrNull,
  code: col.text,
  vendor: col.text,
  vendor_zh: col.text,
  place: col.text,
  place_zh: col.text,
  address: col.text,
  address_zh: col.text,
  vendor_address: col.text,
  vendor_address_zh: col.text,
  size: sizeRead,
}

/** In the order given. Throws not_found for a box of another vendor, or nobody's. */
async function labelsOf({ db, caller }: CallContext, ssccs: readonly string[]): Promise<ShippingLabel[]> {
  const company = labelLine(await readCompany(db))
  const { rows } = await rowsOf(labelColumns)`
    WITH wanted AS (SELECT DISTINCT b.shipment_id FROM box b WHERE b.sscc = ANY(${ssccs}::text[]))
    SELECT n.*, h.shipment_id, h.shipped_at, v.code, v.name AS vendor, v.name_zh AS vendor_zh, d.name AS place, d.name_zh AS place_zh,
      d.address, coalesce(d.address_zh, '') AS address_zh, coalesce(v.address, '') AS vendor_address,
      coalesce(v.address_zh, '') AS vendor_address_zh
    FROM (SELECT b.id, b.sscc, b.box_no, b.shipment_id AS of, b.tracking_id, b.weight_grams, ${sizeColumn('b')} AS size,
        (row_number() OVER (PARTITION BY b.shipment_id ORDER BY b.position))::int AS at,
        (count(*) OVER (PARTITION BY b.shipment_id))::int AS count
      FROM box b JOIN wanted w ON w.shipment_id = b.shipment_id WHERE b.removed_at IS NULL) n
    JOIN shipment h ON h.id = n.of JOIN vendor v ON v.id = h.vendor_id JOIN site d ON d.id = h.destination_id
    WHERE n.sscc = ANY(${ssccs}::text[]) AND h.state <> 'CANCELLED' AND ${ownRows(caller, 'h.vendor_id')}`.execute(db)
  const found = new Map(rows.map((row) => [row.sscc, row]))
  const missing = ssccs.find((sscc) => !found.has(sscc))
  if (missing !== undefined) throw notFound('Box {{code}} was not found.', { code: missing })
  const contents = await contentsOf(
    db,
    rows.map(({ id }) => id),
  )
  return ssccs.flatMap((sscc) => {
    const row = found.get(sscc)
    if (!row) return []
    return [
      {
        vendor: {
          ...{ code: row.code, name: row.vendor, nameZh: row.vendor_zh },
          ...{ address: row.vendor_address, addressZh: row.vendor_address_zh },
        },
        company,
        destination: { name: row.place, nameZh: row.place_zh, address: row.address, addressZh: row.address_zh },
        shipmentId: row.shipment_id,
        size: row.size,
        ...{ boxNo: row.box_no, position: row.at, boxCount: row.count, sscc },
        ...{ trackingId: row.tracking_id, weightG: row.weight_grams },
        contents: contents.get(row.id) ?? [],
        date: dayIn(vendorZone, row.shipped_at ?? new Date()),
      },
    ]
  })
}

async function contentsOf(db: CallContext['db'], ids: readonly string[]) {
  const { rows } = await rowsOf({
    ...{ box_id: col.text, nmSku: col.text, styleCode: col.text, color: col.text, colorZh: col.text, size: col.text },
    quantity: col.number,
  })`
    SELECT bl.box_id, k.nm_sku AS "nmSku", s.code AS "styleCode", k.color, k.color_zh AS "colorZh", k.size, bl.quantity
    FROM box_line bl JOIN order_line l ON l.id = bl.order_line_id JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = k.style_id
    WHERE bl.box_id = ANY(${ids}::uuid[]) ORDER BY bl.box_id, bl.position`.execute(db)
  return Map.groupBy(rows, ({ box_id }) => box_id)
}

/** Shipments that are packed and not on their way yet, the newest first: their labels are what is wanted most. */
const SAMPLED = 500

export const sampleBulkLabels: Routes['sampleBulkLabels'] = async ({ supplier_id }, context) => {
  await assertVendorName(context, supplier_id)
  const { rows } = await rowsOf({ shipment_id: col.text })`
    SELECT h.shipment_id FROM shipment h WHERE h.state = 'AWAITING_PACKING' AND ${ownRows(context.caller, 'h.vendor_id')}
      AND (${supplier_id ?? null}::text IS NULL OR h.vendor_id = (SELECT id FROM vendor WHERE code = ${supplier_id ?? null}))
      AND EXISTS (SELECT 1 FROM box b WHERE b.shipment_id = h.id AND b.removed_at IS NULL)
    ORDER BY h.shipment_id DESC LIMIT ${sql.lit(SAMPLED)}`.execute(context.db)
  await recordDownload(context, 'bulk_shipping_labels.xlsx')
  // Loaded when needed: the library for workbooks would hold up every start.
  const { writeWorkbook } = await import('../../sheets/write-workbook.ts')
  const filled = rows.map(({ shipment_id }) => ({ shipment_id, box_no: null, sscc: null }))
  return { body: writeWorkbook(bulkLabels, filled, { spareRows: 50 }) }
}
