import { sql } from 'kysely'
import type { Tx } from '../http/call.ts'
import { fixedId, makeRandom, userId } from './book.ts'
import { skuRows, stylesOfDemo } from './catalogue.ts'
import { insertRows } from './seed-volume.ts'

/** Folded and bagged: millimetres and grams of a medium size, by the letters that a style's code begins with. */
const usual: Readonly<Record<string, readonly [length: number, width: number, height: number, grams: number]>> = {
  LG: [220, 180, 25, 90],
  LW: [330, 260, 45, 420],
  DR: [340, 270, 35, 360],
  TP: [300, 240, 20, 180],
  BT: [330, 250, 35, 380],
  AC: [280, 220, 25, 210],
}

/** Styles that nobody has measured yet, and one whose grams were typed with a digit too many. */
const unmeasured = ['DR1009', 'TP2006', 'AC6003', 'LG5005']
const slip = 'DR2001BLK-M'

/** Of these an MRP is still to come: their labels are refused. */
const withoutMrp = ['TP4003', 'LW5006']

/**
 * What is printed on goods for sale and how large they are: MRPs, EANs of one vendor's SKUs, what the QC centre in India says on its
 * labels, and facilities on theirs, and sizes and weights of most SKUs. The same day gives the same rows.
 */
export async function tellGoods(tx: Tx, today: number): Promise<void> {
  const random = makeRandom(7)
  const priced = stylesOfDemo.filter(([style]) => !withoutMrp.includes(style))
  // About what a shop asks: hundreds less one rupee.
  const mrps = priced.map(([, , fen]) => (Math.ceil((fen * 0.36) / 100) * 100 - 1) * 100)
  await sql`UPDATE style s SET mrp_minor = n.mrp, mrp_currency = 'INR'
    FROM unnest(${priced.map(([style]) => fixedId('style', style))}::uuid[], ${mrps}::bigint[]) AS n (id, mrp)
    WHERE s.id = n.id`.execute(tx)
  const named = skuRows.filter(({ nm_sku }) => /^(LG1|DR1|TP1)/.test(nm_sku))
  const eans = named.map((_, at) => eanOf(`890123${String(400_000 + at)}`))
  await sql`UPDATE sku k SET ean = n.ean FROM unnest(${named.map(({ id }) => id)}::uuid[], ${eans}::text[]) AS n (id, ean)
    WHERE k.id = n.id`.execute(tx)
  await insertRows(tx, 'label_facts', [
    {
      site_id: fixedId('site', 'INQC'),
      company_name: 'Selvedge Fashion Private Limited',
      company_address: 'Plot 214, Udyog Vihar Phase IV, Gurugram 122015, Haryana',
      consumer_care: 'The manager, consumer care · 1800 120 4455 · care@selvedge.example',
      net_quantity: '1 N',
      changed_by: userId('ops'),
    },
    {
      site_id: fixedId('site', 'PNOI'),
      company_name: 'Selvedge Fashion Private Limited',
      company_address: 'B-62, Sector 63, Noida 201301, Uttar Pradesh',
      consumer_care: 'The manager, consumer care · 1800 120 4455 · care@selvedge.example',
      net_quantity: '1 N',
      changed_by: userId('ops'),
    },
    {
      site_id: fixedId('site', 'PJAI'),
      company_name: 'Jaipur Garments Private Limited',
      company_address: 'E-27 Sitapura Industrial Area, Jaipur 302022, Rajasthan',
      consumer_care: 'The manager, consumer care · 1800 120 4455 · care@selvedge.example',
      net_quantity: '1 N',
      changed_by: userId('ops'),
    },
  ])
  const measured = skuRows.filter(({ nm_sku }) => !unmeasured.some((style) => nm_sku.startsWith(style)))
  await insertRows(
    tx,
    'sku_dimension',
    measured.map(({ id, nm_sku }, at) => {
      const [length, width, height, grams] = usual[nm_sku.slice(0, 2)] ?? [300, 240, 30, 250]
      const about = (value: number) => Math.round((value * random.between(92, 108)) / 100)
      return {
        ...{ sku_id: id, length_mm: length, width_mm: width, height_mm: about(height) },
        // Now and then the scale was not at hand.
        weight_grams: nm_sku === slip ? grams * 10 : at % 23 === 7 ? null : about(grams),
        measured_by: userId('india-qc'),
        measured_at: new Date(today - (1 + (at % 40)) * 86_400_000),
      }
    }),
  )
}

/** Twelve digits with the check digit of an EAN-13. */
function eanOf(digits: string): string {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
