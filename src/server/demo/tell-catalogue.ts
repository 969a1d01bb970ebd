import { sql } from 'kysely'
import type { CatalogueStatus } from '../../shared/areas/catalogue/statuses.ts'
import { dayIn, vendorZone } from '../../shared/kernel/days.ts'
import { giveVerdict, openReviews } from '../areas/buyer-reviews/reviews.ts'
import { addNote } from '../areas/catalogue/details.ts'
import { holdCatalogue } from '../areas/catalogue/hold.ts'
import { type Offered, offerStyles } from '../areas/catalogue/make.ts'
import { moveCatalogue } from '../areas/catalogue/move.ts'
import { saveCataloguePicture } from '../areas/catalogue/pictures.ts'
import { sumOf } from '../areas/pictures/store.ts'
import type { Files } from '../files/files.ts'
import type { CallContext, Tx } from '../http/call.ts'
import { fixedId } from './book.ts'
import { demoContext } from './by-commands.ts'
import { garmentOf, weaveOf } from './garments.ts'
import { draw } from './pictures.ts'

/** The way to each status, and how many styles of each supply chain stand there. */
const told: readonly (readonly [way: readonly CatalogueStatus[], china: number, india: number])[] = [
  [[], 9, 3],
  [['Selected for Sample QC'], 4, 1],
  [['Selected for Sample QC', 'Info to be added'], 3, 1],
  [['Selected for Sample QC', 'Additional Details Pending'], 2, 1],
  [['Selected for Sample QC', 'Sample QC Done'], 4, 1],
  [['Selected for Sample QC', 'Sample QC Done', 'Sample QC Completed'], 2, 1],
  [['Selected for Sample QC', 'Sample QC Done', 'Pending for Assortment Selection'], 5, 1],
  [passed(), 4, 1],
  [passed('Buyer Review Pending'), 4, 1],
  [passed('Buyer Review Pending', 'Live on Website'), 2, 1],
  [['Design Rejected'], 2, 1],
  [['Selected for Sample QC', 'Sample QC Done', 'Pending for Assortment Selection', 'Assortment Failed'], 1, 1],
  [['Review Pending'], 1, 1],
  [['Selected for Sample QC', 'Sample OOS'], 1, 1],
  [['Vendor Delisted'], 1, 0],
]

function passed(...more: CatalogueStatus[]): CatalogueStatus[] {
  return ['Selected for Sample QC', 'Sample QC Done', 'Pending for Assortment Selection', 'Assortment Passed', ...more]
}

const remarks: Partial<Record<CatalogueStatus, string>> = {
  'Design Rejected': 'Too close to what sells already',
  'Assortment Failed': 'No place beside the other five this season',
  'Review Pending': 'The buyer wants to see the cloth first',
  'Vendor Delisted': 'The factory makes it no more',
  'Info to be added': 'Please tell the lining and the weight of the cloth',
}

/** Garment, its Chinese, category, sizes and HS code. */
const garments = [
  ['Lace Plunge Bra', '蕾丝深V文胸', 'Lingerie', 'BRA', '621210'],
  ['High-Waist Brief', '高腰内裤', 'Lingerie', 'ALPHA6', '610822'],
  ['Satin Chemise', '缎面吊带睡裙', 'Loungewear', 'ALPHA5', '620822'],
  ['Pyjama Set', '睡衣套装', 'Loungewear', 'ALPHA6', '610832'],
  ['Wrap Midi Dress', '裹身中长裙', 'Dresses', 'ALPHA5', '620443'],
  ['Rib Tank', '罗纹背心', 'Tops', 'ALPHA6', '610910'],
  ['Pleated Shirt Dress', '百褶衬衫裙', 'Dresses', 'ALPHA5', '620442'],
  ['Seamless Leggings', '无缝紧身裤', 'Activewear', 'ALPHA5', '611530'],
  ['Pointelle Knit Cardigan', '镂空针织开衫', 'Tops', 'ALPHA5', '611030'],
  ['Wide-Leg Trousers', '阔腿裤', 'Bottoms', 'WAIST', '620463'],
  ['Jacquard Qipao Dress', '提花改良旗袍', 'Dresses', 'ALPHA5', '620443'],
  ['Silk Robe', '真丝睡袍', 'Loungewear', 'ALPHA4', '620899'],
] as const

const looks = [
  ['Magnolia', '玉兰', 'Dusty Pink', '藕粉色'],
  ['Harvest', '丰收', 'Mustard', '芥末黄'],
  ['Midnight', '午夜', 'Navy', '藏青色'],
  ['Orchard', '果园', 'Sage Green', '鼠尾草绿'],
  ['Cinder', '余烬', 'Black', '黑色'],
  ['Rosewood', '玫瑰木', 'Wine Red', '酒红色'],
  ['Lagoon', '湖泊', 'Teal', '孔雀蓝'],
] as const

/** Styles that two vendors offer to China and India, at every status; drawn where there are `files`. */
export async function tellCatalogue(tx: Tx, files?: Files): Promise<void> {
  const ops = demoContext(tx, 'ops')
  const ways = told.flatMap(([way, china, india]) => [
    ...Array.from({ length: china }, () => ({ way, chain: 'china' as const })),
    ...Array.from({ length: india }, () => ({ way, chain: 'india' as const })),
  ])
  const styles = ways.map(({ way, chain }, at) => styleOf(at, chain, way.length))
  const made = await offerStyles(tx, ops, styles)
  for (const [at, row] of made.entries())
    for (const { color } of files ? (styles[at]?.colors ?? []) : []) {
      const name = styles[at]?.name ?? ''
      // Named by what it is of: two drawings alike are not the same photograph, but of the pair that the demo shows.
      const { sha256: _sum, ...drawn } = await draw(files as Files, garmentOf(name), weaveOf(name), color)
      const of = at === 1 ? (made[0]?.code ?? row.code) : row.code
      await saveCataloguePicture(tx, ops, row, color, { ...drawn, sha256: sumOf(Buffer.from(`${of} ${color}`)) })
    }
  for (const [way] of told) {
    const codes = made.flatMap(({ code }, at) => (ways[at]?.way === way ? code : []))
    for (const to of way) {
      // Without pictures nothing goes live.
      if (to === 'Live on Website' && !files) continue
      if (to === 'Sample QC Done') await passedSamples(tx, codes)
      if (to === 'Live on Website') await judgedStyles(ops, codes)
      await moveCatalogue(tx, ops, await holdCatalogue(tx, ops, codes), to, { remark: remarks[to] })
    }
  }
  const [first] = made
  if (!first) return
  await addNote({ catalogue_id: first.code, text: 'The same picture hangs at two suppliers: who drew it?' }, ops)
  await addNote({ catalogue_id: first.code, text: 'Ours was first, by two weeks.' }, demoContext(tx, 'cataloguer'))
}

/** A sample of each that passed: without one no style goes on to its assortment. */
async function passedSamples(tx: Tx, codes: readonly string[]): Promise<void> {
  await sql`INSERT INTO catalogue_sample (id, catalogue_id, round, state, carrier, sent_at, received_at, weight_qc_g, judged_at, judged_by, created_by)
    SELECT gen_random_uuid(), c.id, 1, 'passed', 'SF Express', now(), now(), 180, now(), c.created_by, c.created_by
    FROM catalogue_style c WHERE c.code = ANY(${codes}::text[]) ORDER BY c.number`.execute(tx)
}

/** A buyer's verdict of each, decided by who moves it on. */
async function judgedStyles(by: CallContext, codes: string[]): Promise<void> {
  await openReviews({ catalogue_ids: codes, responsible: by.caller.email, deadline: dayIn(vendorZone, new Date()) }, by)
  for (const catalogue_id of codes) await giveVerdict({ catalogue_id, verdict: 'pass', score: 5 }, by)
}

/** Styles that went far are described; of those at the beginning something is missing. */
function styleOf(at: number, supplyChain: 'china' | 'india', steps: number): Offered {
  const [garment, garmentZh, category, sizes, hs] = garments[at % garments.length] ?? garments[0]
  const [look, lookZh, color, colorZh] = looks[(at * 3) % looks.length] ?? looks[0]
  const [, , second, secondZh] = looks[(at * 3 + 1) % looks.length] ?? looks[1]
  const isKnown = steps > 3 || at % 3 !== 0
  const isLingerie = category === 'Lingerie'
  const vendor = supplyChain === 'india' ? 'NB06' : at % 2 === 0 ? 'GZ01' : 'SZ02'
  const colors = [
    { color, colorZh },
    { color: second, colorZh: secondZh },
  ]
  return {
    ...{ vendorId: fixedId('vendor', vendor), supplyChain, vendorStyle: `${vendor.slice(0, 2)}-${2601 + at}` },
    ...{ name: `${look} ${garment}`, nameZh: `${lookZh}${garmentZh}`, category, colors },
    catalogueType: (['Regular', 'Basic', 'Fashion'] as const)[at % 3] ?? 'Regular',
    fabricType: isKnown ? (isLingerie ? 'Lace' : 'Woven') : null,
    fabricComposition: isKnown ? (isLingerie ? '82% polyamide, 18% elastane' : '100% viscose') : null,
    padded: isKnown && isLingerie ? at % 2 === 0 : null,
    pushUp: isKnown && isLingerie ? false : null,
    wiring: isKnown && isLingerie ? (at % 2 === 0 ? 'Wired' : 'Wire-free') : null,
    ...{ transparency: isKnown ? 'Opaque' : null, stretchability: isKnown ? 'Medium stretch' : null },
    pilling: isKnown ? 'None' : null,
    link1688: `https://detail.1688.com/offer/${610_947_572_000 + (at === 1 ? 0 : at)}.html`,
    price:
      supplyChain === 'india'
        ? { minor: 61_900 + at * 500, currency: 'INR' }
        : { minor: 3_900 + at * 130, currency: 'CNY' },
    ...{ sizeSet: steps > 1 || isKnown ? sizes : null, hsCode: isKnown ? hs : null, piecesPerMonth: 800 + at * 50 },
  }
}
