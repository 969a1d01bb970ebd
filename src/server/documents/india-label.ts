import { type IndiaSkuLabel, LABEL_SIZES } from '../../shared/areas/labels/rules.ts'
import { ean13, smallCode } from './codes.ts'
import type { Box, LabelDrawing, Mark } from './label-model.ts'
import { bothNames } from './paper.ts'
import { fitText } from './text-fit.ts'
import type { Face, Typeface } from './typeface.ts'

const LEFT = 2
const WIDTH = 46
/** The size stands in a box of its own at the right. */
const SIZE_BOX: Box = { x: 38, y: 9.9, width: 10, height: 4.4 }
const BESIDE_SIZE = SIZE_BOX.x - LEFT - 1
const CODE: Box = { x: 0, y: 0.5, width: 50, height: 9.2 }
const DIGITS_MM = 2.7
const EAN_DOTS = 3
/** Letters of law: about a millimetre high. */
const SMALLEST = 1.35
/** Of what no law asks for, but a shop cannot do without: it is rather small than cut. */
const SMALLEST_NAME = 1

/**
 * The 50 × 30 mm label of a piece for sale in India, with all that the Legal Metrology rules ask for: MRP with all taxes, net
 * quantity, month and year, origin, who imported or made it, consumer care. "Rs." stands for the rupee sign, which neither the
 * typeface nor label printers have. Copies are the caller's.
 */
export function indiaLabelLayout(typeface: Typeface): (label: IndiaSkuLabel) => LabelDrawing {
  const { medium, bold } = typeface
  const furniture: readonly Mark[] = [{ kind: 'rect', box: SIZE_BOX, ink: 'black', thickness: 0.25 }]
  const line = (text: string, y: number, [face, size, width = WIDTH]: readonly [Face, number, number?]) =>
    fitText(text, { x: LEFT, y, width, height: size * 1.14 }, { face, size, smallest: SMALLEST })
  const block = (text: string, [y, height]: readonly [number, number], lines: number) =>
    fitText(text, { x: LEFT, y, width: WIDTH, height }, { face: medium, size: 1.75, smallest: SMALLEST, lines })
  return (label) => {
    const { isMade, month, origin } = label
    const known = `Net qty: ${label.netQuantity} · ${isMade ? 'Mfd.' : 'Imported'}: ${month} · Country of origin: ${origin}`
    const marks = [
      ...code(label, typeface),
      line(`MRP Rs. ${label.mrp} (incl. of all taxes)`, 9.8, [bold, 2.6, BESIDE_SIZE]),
      line(codes(label), 12.6, [bold, 1.9, BESIDE_SIZE]),
      fitText(label.size, inside(SIZE_BOX), {
        ...{ face: bold, size: 3.9, smallest: SMALLEST_NAME, lines: 3, align: 'center', vertical: 'middle' },
      }),
      colorLine(label, medium),
      block(known, [17, 3.15], 2),
      block(`${isMade ? 'Manufactured by' : 'Imported by'}: ${label.company}, ${label.address}`, [20.2, 6.3], 4),
      block(`Consumer care: ${label.consumerCare}`, [26.5, 3.15], 2),
    ]
    return { ...LABEL_SIZES.india_qc_sku, furniture, marks }
  }
}

/** The colour first, in both languages: where there is not room for all, the style's name is cut, whose code stands above. */
function colorLine({ color, colorZh, styleName }: IndiaSkuLabel, face: Face): Mark {
  const size = 1.8
  const named = bothNames(color, colorZh)
  const smallest = face.width(face.printable(named)) * SMALLEST <= WIDTH ? SMALLEST : SMALLEST_NAME
  const text = [named, styleName].filter((part) => part !== '').join(' · ')
  return fitText(text, { x: LEFT, y: 14.9, width: WIDTH, height: size * 1.14 }, { face, size, smallest })
}

/** The EAN that every shop knows, else the SKU itself. */
function code({ ean, nmSku }: IndiaSkuLabel, typeface: Typeface): Mark[] {
  const bars =
    ean === null ? null : ean13(ean, { box: { ...CODE, height: CODE.height - DIGITS_MM }, mostDots: EAN_DOTS })
  if (ean === null || bars === null) return smallCode(nmSku, CODE, typeface)
  const below = { x: LEFT, y: CODE.y + CODE.height - DIGITS_MM, width: WIDTH, height: DIGITS_MM }
  const digits = `${ean.slice(0, 1)} ${ean.slice(1, 7)} ${ean.slice(7)}`
  return [bars, fitText(digits, below, { face: typeface.bold, size: 2.4, align: 'center', vertical: 'middle' })]
}

/** Beneath bars of the SKU itself it need not stand once more. */
const codes = ({ ean, nmSku, styleCode }: IndiaSkuLabel) =>
  ean === null ? `Style ${styleCode}` : `${nmSku} · ${styleCode}`

const inside = ({ x, y, width, height }: Box): Box => ({
  x: x + 0.5,
  y: y + 0.2,
  width: width - 1,
  height: height - 0.4,
})
