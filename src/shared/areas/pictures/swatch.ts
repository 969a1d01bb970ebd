/** Red, green and blue, each 0 to 255. */
export type Rgb = readonly [number, number, number]

/** Colours as the trade names them, by their last telling word; the longer words first. */
const known: readonly (readonly [word: string, colour: Rgb])[] = [
  ['dusty pink', [214, 160, 164]],
  ['wine', [114, 32, 48]],
  ['burgundy', [110, 24, 44]],
  ['heather', [158, 160, 166]],
  ['champagne', [226, 205, 172]],
  ['powder blue', [168, 196, 222]],
  ['off white', [244, 240, 230]],
  ['charcoal', [62, 64, 70]],
  ['turquoise', [52, 178, 172]],
  ['emerald', [22, 120, 84]],
  ['lavender', [188, 172, 218]],
  ['mustard', [206, 158, 42]],
  ['mocha', [134, 98, 76]],
  ['camel', [190, 148, 104]],
  ['khaki', [162, 148, 110]],
  ['ivory', [240, 232, 214]],
  ['cream', [244, 234, 208]],
  ['beige', [214, 196, 168]],
  ['lilac', [188, 162, 206]],
  ['olive', [104, 106, 62]],
  ['coral', [236, 118, 98]],
  ['peach', [246, 188, 158]],
  ['nude', [222, 190, 168]],
  ['navy', [32, 42, 84]],
  ['teal', [18, 112, 118]],
  ['sage', [150, 168, 140]],
  ['mint', [164, 214, 188]],
  ['rust', [168, 78, 44]],
  ['plum', [94, 44, 88]],
  ['black', [34, 34, 38]],
  ['white', [248, 248, 246]],
  ['silver', [192, 196, 202]],
  ['purple', [112, 70, 152]],
  ['orange', [226, 122, 44]],
  ['yellow', [238, 204, 76]],
  ['brown', [112, 76, 54]],
  ['green', [56, 126, 76]],
  ['blue', [52, 96, 172]],
  ['pink', [232, 146, 172]],
  ['gold', [198, 160, 84]],
  ['grey', [140, 144, 152]],
  ['gray', [140, 144, 152]],
  ['red', [186, 40, 46]],
]

/** The cloth of a colour by its English name: known names as they are, others always the same by their letters. */
export function clothOf(name: string): Rgb {
  const words = name.toLowerCase()
  return known.find(([word]) => words.includes(word))?.[1] ?? byLetters(words)
}

function byLetters(words: string): Rgb {
  let sum = 2_166_136_261
  for (const letter of words) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return fromHue(sum % 360, 0.34, 0.56)
}

function fromHue(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const at = (turn: number) => {
    const place = (turn + hue / 30) % 12
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))))
  }
  return [at(0), at(8), at(4)]
}

/** How light a colour is to the eye, 0 to 1, by the rule of WCAG. */
function lightnessOf(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrastOf(one: Rgb, other: Rgb): number {
  const [a, b] = [lightnessOf(one), lightnessOf(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const inks: readonly [Rgb, Rgb] = [
  [0, 0, 0],
  [255, 255, 255],
]

/** What stands where there is no picture: the cloth, and the ink that is read best on it (at least 4.5 to 1). */
export function swatchOf(color: string | null, style: string): { cloth: Rgb; ink: Rgb } {
  const cloth = color === null ? byLetters(style.toLowerCase()) : clothOf(color)
  const [dark, light] = inks
  return { cloth, ink: contrastOf(cloth, dark) >= contrastOf(cloth, light) ? dark : light }
}

/** Two letters of a name, or one Chinese character; of a code where there is no name. */
export function initialsOf(name: string, code: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? code.match(/[\p{L}\p{N}]+/gu) ?? []
  const [first = '', second = ''] = words
  if (/^\p{Script=Han}/u.test(first)) return [...first][0] ?? ''
  return `${[...first][0] ?? ''}${[...second][0] ?? ''}`.toUpperCase()
}
