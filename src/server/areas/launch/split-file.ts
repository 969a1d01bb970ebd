import { sql } from 'kysely'
import { z } from 'zod'
import { supplyChains } from '../../../shared/areas/catalogue/rights.ts'
import { againstFields } from '../../../shared/areas/catalogue/upload-fields.ts'
import { launchFaults, launchWords } from '../../../shared/areas/launch/rules.ts'
import { splitSheet } from '../../../shared/areas/launch/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import { exampleRow } from '../../../shared/kernel/sheet.ts'
import { recordDownload, recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Handlers, Tx } from '../../http/call.ts'
import { takeSheet } from '../../sheets/take-sheet.ts'

interface Split {
  catalogue: string
  styleId: string
  vendorId: string
  vendor: string
  quantity: number
}

/** A style's quantity by vendor, whole: what the sheet says of a style replaces what was said of it before. */
export const ingestVendorSplitFile: Handlers<Contract['launch']>['ingestVendorSplitFile'] = takeSheet(splitSheet, {
  words: { taken: launchWords.splitTaken, unchanged: launchWords.splitUnchanged },
  async check({ tx, input, rows, refuse }) {
    const styles = await stylesNamed(
      tx,
      rows.map(({ values }) => values.catalogue),
    )
    const vendors = await vendorsNamed(
      tx,
      rows.map(({ values }) => values.vendor),
    )
    const good: Split[] = []
    for (const [code, own] of Map.groupBy(rows, ({ values }) => values.catalogue)) {
      const style = styles.get(code)
      const [first] = own
      const whole = first?.values.style_quantity
      const sum = own.reduce((all, { values }) => all + values.quantity, 0)
      let isSound = true
      const fault = (row: (typeof own)[number], key: string, message: string) => {
        refuse(row, key, message, message === launchFaults.wrongSum ? launchFaults.sumIs : undefined, {
          values: { sum },
        })
        isSound = false
      }
      for (const row of own) {
        if (!style) fault(row, 'catalogue', launchFaults.unknownStyle)
        else if (style.supply_chain !== 'china') fault(row, 'catalogue', launchFaults.notChina)
        const against = style ? againstFields(input, style) : null
        if (against !== null) fault(row, 'catalogue', against)
        if (!vendors.has(row.values.vendor)) fault(row, 'vendor', launchFaults.unknownVendor)
        if (row.values.style_quantity !== whole) fault(row, 'style_quantity', launchFaults.otherTotal)
      }
      if (isSound && first && sum !== whole) fault(first, 'style_quantity', launchFaults.wrongSum)
      if (!isSound || !style) continue
      for (const { values } of own)
        good.push({
          ...{ catalogue: code, styleId: style.id, vendor: values.vendor, quantity: values.quantity },
          vendorId: vendors.get(values.vendor) ?? '',
        })
    }
    return { good }
  },
  async save({ tx, context }, { good }) {
    const ids = [...new Set(good.map(({ styleId }) => styleId))]
    const { rows: before } = await rowsOf({ key: col.text })`
      SELECT catalogue_id || ' ' || vendor_id || ' ' || quantity AS key FROM catalogue_split
      WHERE catalogue_id = ANY(${ids}::uuid[])`.execute(tx)
    const was = new Set(before.map(({ key }) => key))
    const keyOf = ({ styleId, vendorId, quantity }: Split) => `${styleId} ${vendorId} ${quantity}`
    const changed = good.filter((one) => !was.has(keyOf(one)))
    if (changed.length === 0 && was.size === good.length) return 0
    await sql`DELETE FROM catalogue_split WHERE catalogue_id = ANY(${ids}::uuid[])`.execute(tx)
    await sql`INSERT INTO catalogue_split (catalogue_id, vendor_id, quantity)
      SELECT * FROM unnest(${good.map(({ styleId }) => styleId)}::uuid[], ${good.map(({ vendorId }) => vendorId)}::uuid[],
        ${good.map(({ quantity }) => quantity)}::int[])`.execute(tx)
    const events = [...Map.groupBy(good, ({ catalogue }) => catalogue)].map(([code, own]) => ({
      ...({ entity: 'catalogue_split', entityId: code, event: 'catalogue.split' } as const),
      to: own.map(({ vendor, quantity }) => `${vendor} ${quantity}`).join(', '),
    }))
    await recordEvents(tx, context, events)
    // A vendor that is taken out alone changes its style all the same.
    return Math.max(changed.length, 1)
  },
})

const splitColumns = {
  ...{ catalogue: col.text, style: col.text, vendor: col.text, vendor_name: col.text },
  ...{ style_quantity: col.number, quantity: col.number },
}

export const splitSample: Handlers<Contract['launch']>['splitSample'] = async (_, context) => {
  const { rows } = await rowsOf(splitColumns)`
    SELECT c.code AS catalogue, c.name AS style, v.code AS vendor, v.name AS vendor_name, d.quantity,
      sum(d.quantity) OVER (PARTITION BY c.id)::int AS style_quantity
    FROM catalogue_split d JOIN catalogue_style c ON c.id = d.catalogue_id JOIN vendor v ON v.id = d.vendor_id
    ORDER BY c.number, v.code LIMIT 5000`.execute(context.db)
  await recordDownload(context, 'vendor_split.xlsx')
  // Loaded when needed: the library for workbooks would hold up every start.
  const { writeWorkbook } = await import('../../sheets/write-workbook.ts')
  return {
    body: writeWorkbook(splitSheet, rows.length > 0 ? rows : [exampleRow(splitSheet)], {
      spareRows: 60,
      areExamples: rows.length === 0,
    }),
  }
}

const styleColumns = { code: col.text, id: col.text, supply_chain: z.enum(supplyChains), isThere: col.flag }

/** By code, locked: two files of one style come one after the other. */
async function stylesNamed(tx: Tx, codes: readonly string[]) {
  const { rows } = await rowsOf(styleColumns)`
    SELECT code, id, supply_chain, EXISTS (SELECT FROM catalogue_split d WHERE d.catalogue_id = c.id) AS "isThere"
    FROM catalogue_style c WHERE code = ANY(${codes}::text[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  return new Map(rows.map((row) => [row.code, row]))
}

async function vendorsNamed(tx: Tx, codes: readonly string[]) {
  const { rows } = await rowsOf({ code: col.text, id: col.text })`
    SELECT code, id FROM vendor WHERE code = ANY(${codes}::text[]) AND retired_at IS NULL`.execute(tx)
  return new Map(rows.map(({ code, id }) => [code, id]))
}
