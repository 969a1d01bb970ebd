import type { RollDefect } from '../../shared/areas/materials/four-point.ts'
import { addDays } from '../../shared/kernel/days.ts'
import { inspectRoll, updateFabric } from '../areas/materials/change-roll.ts'
import { updateSkuMaterial } from '../areas/materials/mappings.ts'
import { createAccessoryMaterial, createFabricMaterial, createSampleMaterial } from '../areas/materials/masters.ts'
import { createFabric } from '../areas/materials/receive-rolls.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { CallContext, Tx } from '../http/call.ts'
import { demoContext } from './by-commands.ts'

/** code, names, colour, composition, construction, width, GSM, fen a metre, days until more comes */
const fabrics = [
  ['FAB-POPLIN-NVY', 'Cotton poplin', '棉府绸', 'Navy', '100 % cotton', 'Woven', 148, 118, 18_500, 9],
  ['FAB-POPLIN-WHT', 'Cotton poplin', '棉府绸', 'White', '100 % cotton', 'Woven', 148, 118, 17_900, null],
  ['FAB-LINEN-ECR', 'Washed linen', '水洗亚麻', 'Ecru', '100 % linen', 'Woven', 142, 165, 41_000, 21],
  [
    'FAB-JERSEY-BLK',
    'Viscose jersey',
    '粘胶汗布',
    'Black',
    '95 % viscose, 5 % elastane',
    'Knit',
    170,
    190,
    22_300,
    null,
  ],
  ['FAB-SATIN-EMR', 'Poly satin', '涤纶色丁', 'Emerald', '100 % polyester', 'Woven', 150, 96, 12_700, null],
  ['FAB-LACE-RSE', 'Corded lace', '绳编蕾丝', 'Rose', '88 % polyamide, 12 % cotton', 'Lace', 120, 140, 63_000, null],
] as const

/** code, names, kind of trim, unit, size, reorder point, lots received */
const trims = [
  ['TRM-BTN-18', 'Horn button 18L', '角质扣 18L', 'Button', 'piece', '18L', 5_000, 12_000],
  ['TRM-ZIP-50', 'Invisible zip 50 cm', '隐形拉链 50 厘米', 'Zip', 'piece', '50 cm', 2_000, 1_400],
  ['TRM-LBL-MAIN', 'Main label', '主唛', 'Label', 'pack', '250 pieces', 20, 36],
  ['TRM-ELA-20', 'Elastic 20 mm', '松紧带 20 毫米', 'Elastic', 'metre', '20 mm', 800, 2_600],
] as const

/** What a season's cutting is made of: masters, rolls in every state, mappings with one that looks mistyped. Production orders reserve of it (`tell-production.ts`). */
export async function tellMaterials(tx: Tx, today: string): Promise<void> {
  const ops = demoContext(tx, 'ops')
  for (const [code, name, name_zh, color, composition, construction, width_cm, gsm, minor, days] of fabrics) {
    const expected = days === null ? [] : [{ day: addDays(today, days), quantity: 400 }]
    const properties = { composition, construction, width_cm, gsm, shrinkage: 3 }
    const price = { minor, currency: 'INR' }
    await createFabricMaterial(
      { material_id: code, name, name_zh, color, unit: 'metre', properties, price, reorder_point: 150, expected },
      ops,
    )
  }
  for (const [code, name, name_zh, trim, unit, size, reorder_point, quantity] of trims) {
    await createAccessoryMaterial(
      { material_id: code, name, name_zh, unit, properties: { trim, size }, reorder_point, expected: [] },
      ops,
    )
    const lot = { lot: 'OPENING', shade: 'ONE', length_m: quantity, width_cm: null, gsm: null, shrinkage: null }
    await createFabric({ material_id: code, site: 'PNOI', rolls: [lot] }, ops)
  }
  for (const [code, name, name_zh] of [
    ['SMF-TWILL-OLV', 'Cotton twill, olive', '棉斜纹 橄榄绿'],
    ['SMF-CREPE-CRL', 'Crêpe, coral', '绉布 珊瑚色'],
  ] as const)
    await createSampleMaterial(
      { material_id: code, name, name_zh, unit: 'metre', properties: { composition: 'To be confirmed' }, expected: [] },
      ops,
    )
  await tellRolls(tx, ops)
  await tellMappings(tx, ops)
}

/** A delivery of each fabric: lots, shades, and the lengths of their rolls. */
const deliveries: Readonly<
  Record<string, readonly (readonly [lot: string, shade: string, lengths: readonly number[]])[]>
> = {
  'FAB-POPLIN-NVY': [
    ['L4471', 'A', [92.5, 88, 90.2, 101]],
    ['L4471', 'B', [84.6, 79]],
    ['L4502', 'A', [95, 97.4, 60.3]],
  ],
  'FAB-POPLIN-WHT': [['L4480', 'A', [110, 108.5, 99.8, 104, 112.2]]],
  'FAB-LINEN-ECR': [
    ['L9013', 'A', [54, 51.8, 49.5]],
    ['L9013', 'C', [46.7]],
  ],
  'FAB-JERSEY-BLK': [['K2207', 'A', [65, 64.2, 66, 63.8, 65.5, 64]]],
  'FAB-SATIN-EMR': [['S3310', 'A', [120, 118]]],
  'FAB-LACE-RSE': [['C0719', 'B', [40, 38.5]]],
}

const spots = (points: number, apart: number): RollDefect[] =>
  Array.from({ length: points }, (_, at) => ({
    kind: at % 3 === 0 ? 'hole' : 'flaw',
    length_cm: 4 + (at % 4) * 6,
    at_cm: at * apart + 40,
  }))

async function tellRolls(tx: Tx, ops: CallContext): Promise<void> {
  for (const [material_id, delivery] of Object.entries(deliveries)) {
    const master = fabrics.find(([code]) => code === material_id)
    const rolls = delivery.flatMap(([lot, shade, lengths]) =>
      lengths.map((length_m, at) => ({
        supplier_roll: `${lot}-${shade}${at + 1}`,
        lot,
        shade,
        length_m,
        width_cm: master?.[6] ?? null,
        gsm: master?.[7] ?? null,
        shrinkage: 3,
      })),
    )
    await createFabric({ material_id, site: 'PNOI', rolls }, ops)
  }
  const { rows } = await rowsOf({ number: col.text, material: col.text, lot: col.text })`
    SELECT r.number, m.code AS material, l.lot FROM fabric_roll r JOIN material m ON m.id = r.material_id JOIN fabric_lot l ON l.id = r.lot_id
    WHERE r.state = 'to_inspect' ORDER BY r.number`.execute(tx)
  const left = new Set(['S3310'])
  for (const [at, { number, material, lot }] of rows.entries()) {
    if (left.has(lot)) continue
    const asked = { roll: number, version: 1, image_ids: [], whole_lot: false }
    if (material === 'FAB-LACE-RSE' && lot === 'C0719' && at % 2 === 0)
      await inspectRoll(
        { ...asked, chosen: 'reject', remark: 'Torn along the edge, far over 40 points.', defects: spots(24, 110) },
        ops,
      )
    else if (material === 'FAB-JERSEY-BLK' && at % 5 === 0)
      await inspectRoll(
        { ...asked, chosen: 'hold', remark: 'Shade to be compared with the first lot.', defects: spots(3, 700) },
        ops,
      )
    else await inspectRoll({ ...asked, chosen: 'accept', remark: '', defects: spots(at % 4, 900) }, ops)
  }
}

const mapped = { fabric: 1.42, wastage: 4 } as const

/** The first styles with open orders take these fabrics; each size a little more, one typed in centimetres. */
async function tellMappings(tx: Tx, ops: CallContext): Promise<void> {
  const { rows } = await rowsOf({ skus: col.texts })`
    SELECT ARRAY(SELECT k.nm_sku FROM sku k WHERE k.style_id = t.id ORDER BY k.color, k.size_rank, k.nm_sku) AS skus
    FROM vendor_order o JOIN style t ON t.id = o.style_id
    WHERE o.decision = 'APPROVED' AND o.awaiting + o.platform > 0 AND t.vendor_id <> ALL(ARRAY(SELECT id FROM vendor WHERE code IN ('GZ01', 'SZ02')))
    GROUP BY t.id, t.code ORDER BY t.code LIMIT 4`.execute(tx)
  const cloth = ['FAB-POPLIN-NVY', 'FAB-POPLIN-WHT', 'FAB-JERSEY-BLK', 'FAB-LINEN-ECR']
  for (const [at, { skus }] of rows.entries())
    await updateSkuMaterial(
      {
        is_confirmed: false,
        mappings: skus.flatMap((nm_sku, size) => [
          {
            nm_sku,
            material_id: cloth[at] ?? 'FAB-POPLIN-NVY',
            placement: 'Shell',
            consumption: at === 1 && size === 1 ? 148 : Math.round((mapped.fabric + (size % 5) * 0.06) * 100) / 100,
            wastage: mapped.wastage,
            version: 0,
          },
          { nm_sku, material_id: 'TRM-BTN-18', placement: 'Front', consumption: 6, wastage: 1, version: 0 },
        ]),
      },
      ops,
    )
  await tellOtherMoves(tx, ops)
}

/** A roll that was shorter than its label said, and cloth that went back or was spoilt. */
async function tellOtherMoves(tx: Tx, ops: CallContext): Promise<void> {
  const { rows } = await rowsOf({ number: col.text, version: col.number })`
    SELECT number, version FROM fabric_roll WHERE state = 'accepted' AND free = received ORDER BY number DESC LIMIT 3`.execute(
    tx,
  )
  const [short, spoilt, back] = rows
  if (!short || !spoilt || !back) return
  await updateFabric({ roll: short.number, version: short.version, length_m: 60 }, ops)
  const move = (kind: 'write_off' | 'return', quantity: number, reason: string) => ({
    move: { kind, quantity, reason },
  })
  await updateFabric(
    { roll: spoilt.number, version: spoilt.version, ...move('write_off', 2.4, 'Oil on the outer layers') },
    ops,
  )
  await updateFabric(
    { roll: back.number, version: back.version, ...move('return', 20, 'Too narrow for the marker') },
    ops,
  )
}
