/** Photographs of QC, as server and screens both must know them. */
export const pictureLimits = {
  /** Pixels of what is sent, width × height: of any picture. */
  pixels: 50_000_000,
  /** Pixels of either side: a narrow one of as many takes a decoder far longer. */
  side: 16_384,
  /** Pixels of the longer side as it is kept, and of its thumbnail. */
  longestSide: 2_048,
  thumbnailSide: 320,
} as const

/** The same of a style's picture: a small one stands in lists, the large one is looked at. */
export const stylePictureSides = { longestSide: 1_200, thumbnailSide: 160 } as const

/** Why a picture is refused; each is the key of its translation. */
export const pictureMessages = {
  noPaper: 'This is neither a picture nor a PDF.',
  wrongKind: 'Please upload a .jpg, .png or .webp picture.',
  damaged: 'The picture is damaged or incomplete.',
  tooManyPixels: 'The picture has too many pixels: at most 50 million are taken.',
  tooLong: 'The picture is too long or too high: at most 16,384 pixels either way are taken.',
  tooSlow: 'The picture took too long to read.',
  tooManyUnused: 'Too many of your photos wait for an inspection. Please save the inspections they belong to first.',
} as const

export type PictureKind = 'jpeg' | 'png' | 'webp'

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** Gives the type of a file by its first bytes, whatever its name says; null for types that are not accepted. */
export function pictureKind(bytes: Uint8Array): PictureKind | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  return ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP' ? 'webp' : null
}

/** How long typed work is kept for somebody to come back to; what it names must be kept as long. */
export const draftDays = 30
