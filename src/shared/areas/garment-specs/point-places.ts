/** A garment's outline as a path in a box of 200 × 260, and where its points of measure lie: from, to. */
interface Shape {
  outline: string
  lines: Readonly<Record<string, Line>>
}

export type Line = readonly [x1: number, y1: number, x2: number, y2: number]

const upper: Shape['lines'] = {
  shoulder: [66, 34, 134, 34],
  chest: [58, 92, 142, 92],
  bust: [58, 92, 142, 92],
  waist: [62, 132, 138, 132],
  hem: [54, 222, 146, 222],
  length: [112, 26, 112, 222],
  sleeve: [66, 36, 22, 112],
  cuff: [12, 106, 32, 118],
  armhole: [66, 36, 60, 84],
  neck: [82, 26, 118, 26],
}

const shapes = {
  top: {
    outline: 'M82 24 Q100 42 118 24 L136 32 L190 106 L166 122 L142 84 L146 222 L54 222 L58 84 L34 122 L10 106 L64 32 Z',
    lines: upper,
  },
  dress: {
    outline: 'M80 20 Q100 44 120 20 L136 28 L140 84 L136 126 L168 246 L32 246 L64 126 L60 84 L64 28 Z',
    lines: {
      ...upper,
      chest: [60, 84, 140, 84],
      bust: [60, 84, 140, 84],
      waist: [64, 126, 136, 126],
      hip: [54, 164, 146, 164],
      hem: [32, 246, 168, 246],
      length: [112, 24, 112, 246],
      sleeve: [64, 28, 60, 84],
    },
  },
  trousers: {
    outline: 'M60 20 L140 20 L152 250 L112 250 L100 96 L88 250 L48 250 Z',
    lines: {
      waist: [60, 24, 140, 24],
      hip: [56, 72, 144, 72],
      thigh: [53, 110, 98, 110],
      knee: [51, 172, 93, 172],
      hem: [48, 250, 88, 250],
      inseam: [100, 98, 112, 250],
      outseam: [140, 20, 152, 250],
      length: [140, 20, 152, 250],
      rise: [100, 20, 100, 96],
    },
  },
  skirt: {
    outline: 'M66 30 L134 30 L164 226 L36 226 Z',
    lines: {
      waist: [66, 34, 134, 34],
      hip: [56, 88, 144, 88],
      hem: [36, 226, 164, 226],
      length: [100, 30, 100, 226],
    },
  },
  bra: {
    outline:
      'M40 90 Q44 40 60 20 L68 20 Q64 60 96 104 L104 104 Q136 60 132 20 L140 20 Q156 40 160 90 L176 120 L176 160 L24 160 L24 120 Z',
    lines: {
      chest: [40, 110, 160, 110],
      bust: [40, 110, 160, 110],
      underbust: [24, 154, 176, 154],
      band: [24, 154, 176, 154],
      cup: [44, 88, 92, 124],
      strap: [64, 20, 52, 84],
      length: [100, 104, 100, 160],
    },
  },
} as const satisfies Record<string, Shape>

export type ShapeName = keyof typeof shapes

/** The drawing of a category, by words that stand in its name in either language. */
export function shapeOf(category: string): ShapeName {
  const named = category.toLowerCase()
  if (/trouser|pant|jean|legging|short|bottom|裤/.test(named)) return 'trousers'
  if (/skirt|半裙/.test(named)) return 'skirt'
  if (/dress|gown|jumpsuit|裙/.test(named)) return 'dress'
  return /lingerie|bra\b|bras|内衣|文胸/.test(named) ? 'bra' : 'top'
}

export const outlineOf = (shape: ShapeName): string => shapes[shape].outline

/** Words of a point's name that say where it lies: "Chest width (flat)" at the chest. */
const aliases: readonly (readonly [words: RegExp, place: string])[] = [
  [/under\s?bust|下胸/i, 'underbust'],
  [/inseam|inside leg|内长|内缝/i, 'inseam'],
  [/outseam|裤长/i, 'outseam'],
  [/shoulder|肩/i, 'shoulder'],
  [/chest|bust|胸/i, 'chest'],
  [/waist|腰/i, 'waist'],
  [/hip|臀/i, 'hip'],
  [/thigh|大腿/i, 'thigh'],
  [/knee|膝/i, 'knee'],
  [/rise|裆/i, 'rise'],
  [/cuff|袖口/i, 'cuff'],
  [/armhole|夹圈|袖窿/i, 'armhole'],
  [/sleeve|袖/i, 'sleeve'],
  [/neck|collar|领/i, 'neck'],
  [/hem|sweep|bottom|下摆|脚口/i, 'hem'],
  [/band|底围/i, 'band'],
  [/cup|罩杯/i, 'cup'],
  [/strap|肩带/i, 'strap'],
  [/length|height|长/i, 'length'],
]

/** Where a point lies on the drawing; null where the drawing has no such place. */
export function lineOf(shape: ShapeName, point: string): Line | null {
  const lines: Shape['lines'] = shapes[shape].lines
  const place = aliases.find(([words, name]) => words.test(point) && name in lines)?.[1]
  return place ? (lines[place] ?? null) : null
}

const CURVE_STEPS = 8

/** The outline as straight lines, for a page: `M`, `L`, `Q` and `Z` are all that the shapes are drawn with. */
export function outlineLines(shape: ShapeName): Line[] {
  const lines: Line[] = []
  let [x, y, startX, startY] = [0, 0, 0, 0]
  const to = (nextX: number, nextY: number) => {
    lines.push([x, y, nextX, nextY])
    x = nextX
    y = nextY
  }
  for (const [, command = '', rest = ''] of outlineOf(shape).matchAll(/([MLQZ])([^MLQZ]*)/g)) {
    const numbers = rest
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    const [a = 0, b = 0, c = 0, d = 0] = numbers
    if (command === 'M') [x, y, startX, startY] = [a, b, a, b]
    else if (command === 'L') for (let at = 0; at < numbers.length; at += 2) to(numbers[at] ?? 0, numbers[at + 1] ?? 0)
    else if (command === 'Z') to(startX, startY)
    else {
      const [fromX, fromY] = [x, y]
      for (let step = 1; step <= CURVE_STEPS; step += 1) {
        const t = step / CURVE_STEPS
        const bend = (from: number, over: number, end: number) =>
          (1 - t) ** 2 * from + 2 * (1 - t) * t * over + t ** 2 * end
        to(bend(fromX, a, c), bend(fromY, b, d))
      }
    }
  }
  return lines
}

/** Where the number of a point stands on its line: marks of lines that cross stand apart. */
export function markOn([x1, y1, x2, y2]: Line, at: number): readonly [x: number, y: number] {
  const along = x1 === x2 ? 0.72 : 0.28 + (at % 3) * 0.2
  return [x1 + (x2 - x1) * along, y1 + (y2 - y1) * along]
}
