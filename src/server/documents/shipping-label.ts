import {
  LABEL_SIZES,
  type LabelAddress,
  type LabelContentLine,
  type ShippingLabel,
} from '../../shared/areas/labels/rules.ts'
import { writeBoxSize, writeCbm } from '../../shared/areas/shipments/box-size.ts'
import { formatSscc, ssccElement, ssccFault } from '../../shared/kernel/sscc.ts'
import { code128, qr } from './codes.ts'
import type { Box, LabelDrawing, LineMark, Mark } from './label-model.ts'
import { counted } from './paper.ts'
import { fitText, type TextStyle } from './text-fit.ts'
import type { Face, Typeface } from './typeface.ts'

/**
 * The 100 × 150 mm label of a box. From far one reads the box's number on black; beside it the QR; at the foot the SSCC in
 * modules of 0.5 mm and 32 mm high, as GS1 asks of a logistic label. Both codes hold "00" + SSCC.
 */

const LEFT = 3
const RIGHT = 97
const TOP = 3
const BOTTOM = 147
const RULE = 0.4
const PAD = 1.6

/** Upper edges of the rows. */
const ROW = { from: TOP, to: 20, box: 42.5, facts: 64.5, contents: 74, tracking: 96.5, sscc: 108 } as const
const VENDOR_AT = 72
const QR_LEFT = 69.5
const FACTS_AT = [LEFT, 30, 42.5, 58, 79] as const
const SSCC_BARS_MM = 32
const SSCC_DOTS = 4
const QR_DOTS = 7
const TRACKING_CODE_AT = 42
const TRACKING_DOTS = 3

/** Content columns: left edge, right edge. */
const COLUMNS = {
  sku: [LEFT + PAD, 37],
  style: [38, 51.5],
  color: [52.5, 74],
  size: [75, 85],
  quantity: [86, RIGHT - PAD],
} as const
const LINE_MM = 3.7

/** Makes the drawing of a shipping label; what is on every label is made here, once. */
export function shippingLabelLayout(typeface: Typeface): (label: ShippingLabel) => LabelDrawing {
  const tracked = frame(typeface, true)
  const untracked = frame(typeface, false)
  return (label) => {
    if (ssccFault(label.sscc) !== null) throw new RangeError(`The SSCC of box ${label.boxNo} is not sound.`)
    const marks = [...sender(label, typeface), ...receiver(label, typeface), ...boxNumber(label, typeface)]
    marks.push(...facts(label, typeface), ...contents(label, typeface))
    if (label.trackingId !== null) marks.push(...tracking(label.trackingId, typeface))
    marks.push(...sscc(label.sscc, typeface))
    return { ...LABEL_SIZES.shipping, furniture: label.trackingId === null ? untracked : tracked, marks }
  }
}

function frame({ medium, bold }: Typeface, tracked: boolean): Mark[] {
  const caption = (text: string, x: number, y: number, width = 35) =>
    fitText(text, box(x + PAD, y + 0.9, width, 2.6), { face: medium, size: 2.2 })
  const head = (text: string, [x, right]: readonly [number, number], align: 'left' | 'right' = 'left') =>
    fitText(text, box(x, ROW.contents + 0.9, right - x, 2.6), { face: medium, size: 2.2, smallest: 1.9, align })
  const marks: Mark[] = [
    { kind: 'rect', box: box(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP), ink: 'black', thickness: 0.6 },
    ...[ROW.to, ROW.facts, ROW.contents, ROW.sscc].map((y) => across(y)),
    { kind: 'rect', box: box(LEFT, ROW.box, QR_LEFT - LEFT, ROW.facts - ROW.box), ink: 'black' },
    across(ROW.box),
    ...FACTS_AT.slice(1).map((x) => down(x, ROW.facts, ROW.contents)),
    caption('FROM 发货方', LEFT, ROW.from),
    down(VENDOR_AT, ROW.from, ROW.to),
    caption('VENDOR 供应商', VENDOR_AT, ROW.from, 22),
    caption('TO 收货方', LEFT, ROW.to),
    fitText('BOX 箱号', box(LEFT + PAD, ROW.box + 1.2, 40, 4), { face: bold, size: 3.2, ink: 'white' }),
    caption('SHIPMENT 发货单', FACTS_AT[0], ROW.facts, 25),
    caption('PCS 件数', FACTS_AT[1], ROW.facts, 10.5),
    caption('WEIGHT 重量', FACTS_AT[2], ROW.facts, 13.6),
    caption('SIZE 外箱尺寸', FACTS_AT[3], ROW.facts, 19),
    caption('DATE 日期', FACTS_AT[4], ROW.facts, 16),
    head('NM SKU 商品编码', COLUMNS.sku),
    head('STYLE 款号', COLUMNS.style),
    head('COLOUR 颜色', COLUMNS.color),
    head('SIZE 尺码', COLUMNS.size),
    head('QTY 数量', COLUMNS.quantity, 'right'),
  ]
  if (tracked) marks.push(across(ROW.tracking), caption('TRACKING 运单号', LEFT, ROW.tracking))
  return marks
}

function sender({ vendor }: ShippingLabel, { medium, bold }: Typeface): Mark[] {
  const y = ROW.from
  const width = VENDOR_AT - LEFT - 2 * PAD
  const name = { smallest: 2.1, lines: 2, vertical: 'middle' } as const
  return [
    fitText(vendor.code, box(VENDOR_AT + PAD, y + 4, RIGHT - VENDOR_AT - 2 * PAD, 8), {
      ...name,
      face: bold,
      size: 5.4,
    }),
    fitText(vendor.name, box(LEFT + PAD, y + 3.5, width, 4), { ...name, face: bold, size: 3.4, smallest: 1.7 }),
    fitText(vendor.nameZh, box(LEFT + PAD, y + 7.5, width, 3.7), { ...name, face: medium, size: 3.1, smallest: 1.6 }),
    ...addresses(vendor, box(LEFT + PAD, y + 11.3, width, 5.5), medium),
  ]
}

/** In Chinese and in English, one above the other; where one is not known the other has the room of both. */
function addresses({ address, addressZh }: LabelAddress, room: Box, face: Face): Mark[] {
  const known = [addressZh, address].filter((text) => text !== '')
  const height = room.height / known.length
  const look = { face, size: 2.5, smallest: 1.5, lines: 2, vertical: 'middle' } as const
  return known.map((text, at) => fitText(text, { ...room, y: room.y + at * height, height }, look))
}

function receiver({ company, destination }: ShippingLabel, { medium, bold }: Typeface): Mark[] {
  const y = ROW.to
  const width = RIGHT - LEFT - 2 * PAD
  const name = { smallest: 2.1, lines: 2, vertical: 'middle' } as const
  // Beside the caption, where it takes no room from the place itself.
  const owner = { face: medium, size: 2.6, smallest: 2, align: 'right' } as const
  return [
    ...(company === '' ? [] : [fitText(company, box(LEFT + 37, y + 0.9, RIGHT - PAD - LEFT - 37, 2.6), owner)]),
    fitText(destination.name, box(LEFT + PAD, y + 3.5, width, 5.6), { ...name, face: bold, size: 4.8 }),
    fitText(destination.nameZh, box(LEFT + PAD, y + 9.1, width, 4.5), {
      ...name,
      face: bold,
      size: 3.8,
      smallest: 1.9,
    }),
    ...addresses(destination, box(LEFT + PAD, y + 13.7, width, 8.5), medium),
  ]
}

/** Large is what people call the box; where that is no more than its place, the whole count stands beside it. */
function boxNumber({ boxNo, position, boxCount, sscc: digits }: ShippingLabel, { medium, bold }: Typeface): Mark[] {
  const inside = box(LEFT + PAD, ROW.box + 5.2, QR_LEFT - LEFT - 2 * PAD, 12)
  const isPlace = boxNo === String(position)
  const count = `第 ${position} 箱 · 共 ${boxCount} 箱`
  const code = qr(ssccElement(digits), {
    box: box(QR_LEFT, ROW.box, RIGHT - QR_LEFT, ROW.facts - ROW.box),
    mostDots: QR_DOTS,
  })
  return [
    fitText(isPlace ? `${position} / ${boxCount}` : boxNo, inside, { ...white(bold, 12, 3), lines: 2 }),
    fitText(
      isPlace ? count : `${position} / ${boxCount} · ${count}`,
      box(inside.x, ROW.box + 17.2, inside.width, 4.4),
      white(medium, 3.6, 2.4),
    ),
    ...(code ? [code] : []),
  ]
}

function facts(label: ShippingLabel, { bold }: Typeface): Mark[] {
  const pieces = label.contents.reduce((sum, line) => sum + line.quantity, 0)
  const weight = label.weightG === null ? '—' : `${(label.weightG / 1000).toFixed(2)} kg`
  const sides = label.size === null ? ['—'] : [`${writeBoxSize(label.size)} cm`, `CBM ${writeCbm(label.size)}`]
  return [[label.shipmentId], [String(pieces)], [weight], sides, [label.date]].flatMap((lines, index) => {
    const x = FACTS_AT[index] ?? LEFT
    const right = FACTS_AT[index + 1] ?? RIGHT
    const height = 5 / lines.length
    const look = { face: bold, size: lines.length > 1 ? 2.2 : 3.6, smallest: 1.5, vertical: 'middle' } as const
    return lines.map((text, line) =>
      fitText(text, box(x + PAD, ROW.facts + 3.7 + line * height, right - x - 2 * PAD, height), look),
    )
  })
}

function contents(label: ShippingLabel, typeface: Typeface): Mark[] {
  const first = ROW.contents + 3.8
  const end = label.trackingId === null ? ROW.sscc : ROW.tracking
  const room = Math.floor((end - first) / LINE_MM)
  const all = label.contents
  const shown = all.length > room ? all.slice(0, room - 1) : all
  const marks = shown.flatMap((line, index) => contentLine(line, first + index * LINE_MM, typeface))
  if (all.length > shown.length) marks.push(more(all.slice(shown.length), first + (room - 1) * LINE_MM, typeface))
  return marks
}

function contentLine(line: LabelContentLine, y: number, { medium, bold }: Typeface): Mark[] {
  const cell = (text: string, [x, right]: readonly [number, number], face: Face, align: 'left' | 'right' = 'left') =>
    fitText(text, box(x, y, right - x, LINE_MM), { face, size: 2.8, smallest: 1.9, align, vertical: 'middle' })
  return [
    cell(line.nmSku, COLUMNS.sku, bold),
    cell(line.styleCode, COLUMNS.style, medium),
    cell(`${line.colorZh} ${line.color}`, COLUMNS.color, medium),
    cell(line.size, COLUMNS.size, bold),
    cell(String(line.quantity), COLUMNS.quantity, bold, 'right'),
  ]
}

function more(hidden: readonly LabelContentLine[], y: number, { medium }: Typeface): Mark {
  const n = hidden.length
  const pieces = hidden.reduce((sum, line) => sum + line.quantity, 0)
  const text = `+${n} more (${counted(pieces, 'pc', 'pcs')}) / 另有 ${n} 项（${pieces} 件）`
  const place = box(LEFT + PAD, y, RIGHT - LEFT - 2 * PAD, LINE_MM)
  return fitText(text, place, { face: medium, size: 2.6, smallest: 1.9, vertical: 'middle' })
}

/** The tracking id with its own Code 128 where that leaves 2 dots a module; else the text alone, over the whole width. */
function tracking(trackingId: string, { bold }: Typeface): Mark[] {
  const bars = code128(trackingId, false, {
    box: box(TRACKING_CODE_AT, ROW.tracking + 1.6, RIGHT - TRACKING_CODE_AT, ROW.sscc - ROW.tracking - 3.2),
    mostDots: TRACKING_DOTS,
  })
  const right = bars ? TRACKING_CODE_AT : RIGHT - PAD
  const place = box(LEFT + PAD, ROW.tracking + 3.8, right - LEFT - PAD, 7.4)
  const text = fitText(trackingId, place, { face: bold, size: 4.2, smallest: 2.4, lines: 2, vertical: 'middle' })
  return bars ? [bars, text] : [text]
}

function sscc(digits: string, { bold }: Typeface): Mark[] {
  const y = ROW.sscc + 1.2
  const bars = code128(ssccElement(digits), true, {
    box: box(LEFT, y, RIGHT - LEFT, SSCC_BARS_MM),
    mostDots: SSCC_DOTS,
  })
  const below = box(LEFT + PAD, y + SSCC_BARS_MM + 0.5, RIGHT - LEFT - 2 * PAD, BOTTOM - y - SSCC_BARS_MM - 1.1)
  const text = fitText(formatSscc(digits), below, { face: bold, size: 4, align: 'center', vertical: 'middle' })
  return bars ? [bars, text] : [text]
}

function white(face: Face, size: number, smallest: number): TextStyle {
  return { face, size, smallest, ink: 'white', align: 'center', vertical: 'middle' }
}

function box(x: number, y: number, width: number, height: number): Box {
  return { x, y, width, height }
}

function across(y: number): LineMark {
  return { kind: 'line', x1: LEFT, y1: y, x2: RIGHT, y2: y, thickness: RULE }
}

function down(x: number, y1: number, y2: number): LineMark {
  return { kind: 'line', x1: x, y1, x2: x, y2, thickness: RULE }
}
